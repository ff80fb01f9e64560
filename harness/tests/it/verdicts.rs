use crate::suite::Suite;

#[test]
fn a_right_answer_is_accepted() {
    let suite = Suite::of_scripts(&[("s", "cat > /dev/null; echo 4")]);
    suite.case("one", "x\n", "4\n");
    let done = suite.judge(&["run", "--format", "json"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(done.cases()[0]["verdict"], "AC");
}
