//! `profile` of `judge.toml`: the rules of other judges.

use crate::suite::{Done, Suite, verdicts};

/// A suite of one submission with this line at the top of `judge.toml`.
fn with(top: &str, script: &str) -> Suite {
    let suite = Suite::of_script(script);
    let rest = std::fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    suite.file("judge.toml", format!("{top}\n{rest}"));
    suite
}

fn verdict(top: &str, script: &str) -> String {
    let suite = with(top, script);
    suite.case("one", "", "Yes 1\n");
    verdicts(&suite.cases(&[]))[0].to_owned()
}

#[test]
fn each_profile_compares_as_its_judge_does() {
    for (profile, exact, spaced, other_case) in [
        ("poj", "AC", "PE", "WA"),
        ("codeforces", "AC", "AC", "WA"),
        ("kattis", "AC", "AC", "AC"),
        ("atcoder", "AC", "AC", "WA"),
        ("domjudge", "AC", "AC", "AC"),
    ] {
        let top = format!("profile = '{profile}'");
        let seen =
            ["Yes 1", "Yes  1", "YES 1"].map(|text| verdict(&top, &format!("echo '{text}'")));
        assert_eq!(seen, [exact, spaced, other_case], "{profile}");
    }
    assert_eq!(verdict("", "echo 'Yes  1'"), "PE");
}

#[test]
fn what_crashed_and_printed_too_much_gets_the_verdict_of_the_profile() {
    // It prints all at once, and is gone before anybody looks: the size is compared at the end.
    let script = "printf '%65536s' x; exit 3";
    for (profile, verdict) in [("poj", "OLE"), ("kattis", "RE"), ("domjudge", "RE")] {
        let suite = with(&format!("profile = '{profile}'"), script).limits("output = '65535B'");
        let case = suite.only("4\n");
        // Where a look came between, it was stopped, which names the verdict everywhere.
        let verdict = if case["stopped_by"].is_null() {
            verdict
        } else {
            "OLE"
        };
        assert_eq!(case["verdict"], verdict, "{profile}: {case}");
    }
}

#[test]
fn a_limit_on_the_wall_clock_stops_who_waits_and_says_which_clock() {
    for profile in ["atcoder", "domjudge"] {
        let suite = with(&format!("profile = '{profile}'"), "sleep 60").limits("time = '300ms'");
        let case = suite.only("");
        assert_eq!(case["verdict"], "TLE", "{case}");
        assert_eq!(case["stopped_by"], "wall");
        let reason = case["reason"].as_str().unwrap();
        assert!(
            reason.starts_with("idle: more than 300 ms on the wall clock, "),
            "{reason}"
        );
        assert_eq!(case["limits"]["wall_ms"]["value"], 300.0);
        let origin = format!("profile {profile}");
        assert_eq!(case["limits"]["wall_ms"]["origin"], origin.as_str());
    }
}

/// The lines of `judge list` about settings.
fn listed(done: &Done) -> Vec<String> {
    let lines = done.stdout.lines().skip(1);
    let settings = lines.take_while(|line| !line.ends_with("submissions"));
    let words = settings.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    words.collect()
}

#[test]
fn what_is_said_expressly_wins_and_each_origin_is_told() {
    let suite = with("profile = 'kattis'", "echo 4").limits("clock = 'both'");
    suite.case("one", "", "4\n");
    let lines = listed(&suite.judge(&["list"]));
    for line in [
        "profile kattis (judge.toml)",
        "compare tokens, ignoring case (profile kattis)",
        "clock both ([limits])",
        "wall 1.000 s (profile kattis)",
        "time 1.000 s (built-in)",
    ] {
        assert!(
            lines.iter().any(|one| one == line),
            "no {line:?} in {lines:?}"
        );
    }
    let case = suite.cases(&[]).remove(0);
    let setting = |name: &str| {
        let setting = &case["settings"][name];
        (setting["value"].clone(), setting["origin"].clone())
    };
    assert_eq!(setting("profile"), ("kattis".into(), "judge.toml".into()));
    assert_eq!(setting("clock"), ("both".into(), "[limits]".into()));
    let compare = ("tokens, ignoring case".into(), "profile kattis".into());
    assert_eq!(setting("compare"), compare);
    assert_eq!(setting("overrun"), (1.0.into(), "built-in".into()));
}

#[test]
fn the_default_is_poj_and_asking_for_it_changes_nothing_but_origins() {
    let settings = |top: &str| {
        let suite = with(top, "echo 4");
        suite.case("one", "", "4\n");
        let lines = listed(&suite.judge(&["list"]));
        let values = lines
            .iter()
            .map(|line| line.split_once(" (").unwrap().0.to_owned());
        values.collect::<Vec<_>>()
    };
    assert_eq!(settings(""), settings("profile = 'poj'"));
}

#[test]
fn once_takes_a_profile_too() {
    let suite = Suite::empty();
    suite.file("input", "");
    suite.file("expected", "yes\n");
    let words = ["once", "--input", "input", "--expected", "expected"];
    let program = ["--", "/bin/echo", "YES"];
    let plain = suite.judge(&[&words[..], &program].concat());
    assert_eq!(plain.code, Some(1), "{plain:?}");
    let kattis = suite.judge(&[&words[..], &["--profile", "kattis"], &program].concat());
    assert_eq!(kattis.code, Some(0), "{kattis:?}");
    let own = ["--profile", "kattis", "--compare", "exact"];
    let own = suite.judge(&[&words[..], &own, &program].concat());
    assert_eq!(own.code, Some(1), "{own:?}");
    let none = suite.judge(&[&words[..], &["--profile", "spoj"], &program].concat());
    assert_eq!(none.code, Some(2));
    assert!(
        none.stderr
            .contains("there is no profile `spoj`\nhelp: write one of `poj`, ")
    );
}
