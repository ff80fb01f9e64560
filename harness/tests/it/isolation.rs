//! What a program may see and do. The programs are shell scripts that say what they found;
//! the expected output says what they should find.

use std::fs;
use std::process::{Command, Stdio};

use crate::suite::{JUDGE, Suite, done};

/// Runs a script under `judge run` and gives its only `case` line.
fn judged(script: &str, expected: &str, options: &[&str]) -> serde_json::Value {
    let suite = Suite::of_scripts(&[("s", script)]);
    suite.case("one", "x\n", expected);
    let words = [&["run", "--format", "json"], options].concat();
    let done = suite.judge(&words);
    done.cases().pop().unwrap_or_else(|| panic!("{done:?}"))
}

/// Whether a script finds what it should, with all layers.
#[track_caller]
fn finds(script: &str, expected: &str) {
    let case = judged(script, expected, &[]);
    assert_eq!(case["verdict"], "AC", "{case:#}");
}

/// The first line of a report: which layers stand, and which promises are not kept.
fn header(options: &[&str]) -> (Vec<String>, Vec<String>) {
    let suite = Suite::of_scripts(&[("s", "echo 4")]);
    suite.case("one", "x\n", "4\n");
    let done = suite.judge(&[&["run", "--format", "json"], options].concat());
    let words = |key: &str| {
        let list = done.json()[0][key].as_array().unwrap().clone();
        list.iter()
            .map(|word| word.as_str().unwrap().to_owned())
            .collect()
    };
    (words("isolation"), words("not_enforced"))
}

/// Some hosts refuse namespaces; what they promise cannot be tried there.
fn has_namespaces() -> bool {
    header(&[]).0.contains(&"namespaces".to_owned())
}

#[test]
fn neither_cases_nor_other_programs_can_be_seen() {
    let suite = Suite::of_scripts(&[]);
    suite.case("one", "x\n", "unseen\nunseen\nunseen\n");
    let secret = suite.file("secret", "x");
    let script = |path: &std::path::Path| {
        format!(
            "if cat '{}' 2>/dev/null; then echo seen; else echo unseen; fi\n",
            path.display()
        )
    };
    let text = script(&suite.path().join("cases/one/expected"))
        + &script(&secret)
        + "if cat /etc/shadow 2>/dev/null; then echo seen; else echo unseen; fi";
    let program = suite.script("s", &text);
    for isolation in ["full", "basic"] {
        let done = suite.judge(&[
            "once",
            "--isolation",
            isolation,
            "--input",
            "cases/one/input",
            "--expected",
            "cases/one/expected",
            "--",
            program.to_str().unwrap(),
        ]);
        assert_eq!(done.code, Some(0), "{isolation}: {done:?}");
    }
}

#[test]
fn a_program_is_an_ordinary_user_without_any_right() {
    finds(
        "[ \"$(id -u)\" != 0 ] && echo user\n\
         grep -E '^(CapInh|CapPrm|CapEff|CapAmb|NoNewPrivs|Seccomp):' /proc/self/status",
        "user\nCapInh:\t0000000000000000\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\n\
         CapAmb:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n",
    );
}

#[test]
fn the_root_holds_what_was_granted_and_nothing_of_it_can_be_changed() {
    if !has_namespaces() {
        return;
    }
    finds(
        "grep -E '^CapBnd:' /proc/self/status\n\
         for place in / /usr /etc /proc /dev \"$0\"; do\n\
           touch \"$place/x\" 2>/dev/null && echo \"wrote to $place\"\n\
           chmod 777 \"$place\" 2>/dev/null && echo \"changed $place\"\n\
         done\n\
         for place in home root var run sys; do [ -e /$place ] && echo \"has /$place\"; done\n\
         echo x > /dev/null && head -c 2 /dev/zero | wc -c",
        "CapBnd:\t0000000000000000\n2\n",
    );
}

#[test]
fn the_scratch_directory_has_three_names_and_is_empty_for_each_run() {
    if !has_namespaces() {
        return;
    }
    let suite = Suite::of_scripts(&[(
        "s",
        "pwd; echo \"$HOME $TMPDIR\"\n\
         find /tmp -name litter; find /tmp -name moved\n\
         mkdir -p litter/a/b && echo x > litter/a/b/c && chmod 0 litter\n\
         ls -d /dev/shm/litter /tmp/litter\n\
         mv \"$(dirname \"$0\")\" /tmp/moved 2>/dev/null; rm -rf \"$0\" 2>/dev/null; [ -e \"$0\" ] && echo here",
    )]);
    let expected = "/tmp\n/tmp /tmp\n/dev/shm/litter\n/tmp/litter\nhere\n";
    for name in ["one", "two", "three"] {
        suite.case(name, "x\n", expected);
    }
    let done = suite.judge(&["run", "--jobs", "1", "--format", "json"]);
    assert_eq!(done.code, Some(0), "{done:?}");
}

#[test]
fn there_is_no_network_and_no_process_but_its_own() {
    if !has_namespaces() {
        return;
    }
    finds(
        "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '\n\
         head -c 1 /proc/1/environ 2>/dev/null; ls /proc/1/fd 2>/dev/null\n\
         ls /proc | grep -c '^[0-9]' > count; [ $(cat count) -lt 7 ] && echo few\n\
         kill -9 1; kill -STOP 1; echo alive",
        "lo\nfew\nalive\n",
    );
}

#[test]
fn a_layer_that_is_left_out_is_named_with_what_falls() {
    let all = header(&[]).0;
    for layer in &all {
        // That of a control group goes on with what it limits.
        let name = layer.split(' ').next().unwrap();
        let (standing, _) = header(&["--without-layer", name]);
        assert!(!standing.contains(layer), "{layer}: {standing:?}");
    }
    let (standing, broken) = header(&["--isolation", "none"]);
    assert_eq!(standing, [""; 0]);
    for promise in ["files", "network", "signals", "processes", "scratch"] {
        assert!(broken.contains(&promise.to_owned()), "{broken:?}");
    }
}

#[test]
fn without_namespaces_the_other_layers_keep_files_and_network() {
    let (standing, broken) = header(&["--isolation", "basic"]);
    assert!(!standing.contains(&"namespaces".to_owned()));
    for layer in ["landlock", "seccomp"] {
        if header(&[]).0.contains(&layer.to_owned()) {
            assert!(standing.contains(&layer.to_owned()), "{standing:?}");
        }
    }
    assert!(broken.contains(&"processes".to_owned()), "{broken:?}");
}

#[test]
fn cases_among_what_a_program_is_given_are_an_error() {
    let suite = Suite::of_scripts(&[("s", "cat")]);
    suite.case("one", "x\n", "4\n");
    let expected = suite.path().join("cases/one/expected");
    let done = suite.judge(&[
        "once",
        "--input",
        "cases/one/input",
        "--expected",
        "cases/one/expected",
        "--",
        "./s",
        expected.to_str().unwrap(),
    ]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("programs would see"), "{done:?}");
}

#[test]
fn a_judge_that_is_killed_takes_everything_with_it() {
    let suite = Suite::of_scripts(&[]);
    suite.case("one", "x\n", "4\n");
    suite.script("s", "sleep 1000 & sleep 1000; exit");
    for isolation in ["full", "basic", "none"] {
        let mut command = suite.command(&["once", "--isolation", isolation]);
        command.args(["--input", "cases/one/input", "--", "./s"]);
        let mut judge = command.stdout(Stdio::null()).spawn().unwrap();
        while programs(&suite) == 0 {
            std::thread::yield_now();
        }
        judge.kill().unwrap();
        judge.wait().unwrap();
        while programs(&suite) > 0 {
            std::thread::yield_now();
        }
    }
}

/// How many processes run the script of a suite.
fn programs(suite: &Suite) -> usize {
    let folder = suite.path().as_os_str().as_encoded_bytes();
    let is_script = |word: &[u8]| word.starts_with(folder) && word.ends_with(b"/s");
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .filter(|words| words.split(|&byte| byte == 0).any(is_script))
        .count()
}

#[test]
fn a_host_that_refuses_namespaces_leaves_the_other_layers() {
    let suite = Suite::of_scripts(&[("s", "echo 4")]);
    suite.case("one", "x\n", "4\n");
    // In a user namespace of its own a test may say how many more there may be.
    let mut command = Command::new("unshare");
    command
        .args(["--user", "--map-root-user", "sh", "-c"])
        .arg("echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"")
        .args(["sh", JUDGE, "run", "--format", "json"])
        .current_dir(suite.path());
    let done = done(command);
    let Some(header) = done.stdout.lines().next() else {
        // There is no such command, or this host refuses already.
        return;
    };
    let header: serde_json::Value = serde_json::from_str(header).unwrap();
    let all = self::header(&[]).0;
    let standing = header["isolation"].as_array().unwrap();
    for layer in ["landlock", "seccomp"] {
        assert_eq!(
            standing.contains(&layer.into()),
            all.contains(&layer.to_owned()),
            "{header}"
        );
    }
    assert!(!standing.contains(&"namespaces".into()), "{header}");
    assert_eq!(done.code, Some(0), "{done:?}");
}

/// A program that needs hardly anything itself, linked statically; `None` where that fails.
fn tiny_program(suite: &Suite) -> Option<String> {
    let source = suite.file("tiny.c", "int main(void) { return 0; }\n");
    let program = suite.path().join("tiny");
    let mut command = Command::new("cc");
    command
        .args(["-O1", "-static", "-o"])
        .arg(&program)
        .arg(source);
    let built = command.output().is_ok_and(|output| output.status.success());
    built.then(|| program.to_str().unwrap().to_owned())
}

#[test]
fn a_tiny_program_is_charged_less_than_a_mebibyte() {
    // A launcher that was built without optimisation is larger itself.
    let most_kib = if cfg!(debug_assertions) { 4096 } else { 1024 };
    let suite = Suite::of_scripts(&[]);
    let input = suite.file("input", "x\n");
    let Some(program) = tiny_program(&suite) else {
        return;
    };
    let input = input.to_str().unwrap();
    let done = suite.judge(&["once", "--format", "json", "--input", input, "--", &program]);
    let memory_kib = done.cases()[0]["memory_kib"].as_u64().unwrap();
    assert!(memory_kib < most_kib, "{memory_kib} KiB");
}

#[test]
fn what_read_lists_can_be_read_and_nothing_beside_it() {
    let suite = Suite::of_script("cat \"$DATA/answer\" \"$DATA/../secret\"; true");
    suite.file("data/answer", "4\n");
    suite.file("secret", "5\n");
    suite.case("one", "", "4\n");
    let data = suite.path().join("data").display().to_string();
    let configured = |read: &str| {
        let submission = format!("{{ run = './s', {read}env = {{ DATA = '{data}' }} }}");
        let problem = "[problem.p]\ncases = 'cases'\n[problem.p.submission]\n";
        suite.file("judge.toml", format!("{problem}s = {submission}\n"));
        suite.judge(&["run"])
    };
    assert_eq!(configured("read = ['data'], ").code, Some(0));
    assert_eq!(configured("").code, Some(1));
    let missing = configured("read = ['data', 'date'], ");
    assert_eq!(missing.code, Some(5), "{missing:?}");
    assert!(
        missing
            .stdout
            .contains("which it is given to read, does not exist")
    );
    let covered = configured("read = ['cases'], ");
    assert_eq!(
        (covered.code, covered.stdout.as_str()),
        (Some(2), ""),
        "{covered:?}"
    );
}

#[test]
fn a_program_may_lie_within_what_it_may_read() {
    let suite = Suite::of_script("exit 1");
    suite.script("tools/solve", "cat \"${0%/*}/answer\"");
    suite.file("tools/answer", "4\n");
    suite.case("one", "", "4\n");
    let problem = "[problem.p]\ncases = 'cases'\n[problem.p.submission]\n";
    let submission = "s = { run = 'tools/solve', read = ['tools', 'tools/answer'] }\n";
    suite.file("judge.toml", format!("{problem}{submission}"));
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.stdout.contains("isolation namespaces"), "{done:?}");
}

#[test]
fn a_link_into_what_may_be_read_does_not_show_the_expected_output() {
    for (link, target) in [
        ("cases/one/expected", "../../data/expected"),
        ("cases/one", "../data"),
    ] {
        let suite = Suite::of_script("cat; exit 1");
        suite.file("data/input", "");
        suite.file("data/expected", "4\n");
        let link = suite.path().join(link);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, &link).unwrap();
        if link.ends_with("expected") {
            suite.file("cases/one/input", "");
        }
        let problem = "[problem.p]\ncases = 'cases'\n[problem.p.submission]\n";
        let submission = "s = { run = './s', read = ['data'] }\n";
        suite.file("judge.toml", format!("{problem}{submission}"));
        let done = suite.judge(&["run"]);
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
    }
}
