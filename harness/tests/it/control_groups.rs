//! The control group around what a worker runs: a backstop where a host lets the judge have
//! one. Where it does not, these tests see that nobody says so.

use std::process::Command;

use crate::suite::Suite;

/// The control groups that a program finds itself in, of those that a judge made.
fn groups_of_program(options: &[&str]) -> (Vec<String>, Vec<String>) {
    let suite = Suite::of_scripts(&[(
        "s",
        "grep -o '/judge-[0-9].*' /proc/self/cgroup | sort -u >&2; exit 3",
    )]);
    suite.case("one", "x\n", "4\n");
    let done = suite.judge(&[&["run", "--format", "json"], options].concat());
    let words = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let layers = done.json()[0]["isolation"].as_array().unwrap().clone();
    let seen = words(&done.cases()[0]["stderr"]);
    let groups = seen
        .split("\\n")
        .map(str::trim)
        .filter(|word| !word.is_empty());
    (
        layers.iter().map(words).collect(),
        groups.map(str::to_owned).collect(),
    )
}

#[test]
fn a_control_group_is_told_where_there_is_one_and_only_there() {
    let is_group = |layer: &String| layer.starts_with("cgroup v");
    let (layers, groups) = groups_of_program(&[]);
    assert_eq!(
        layers.iter().any(is_group),
        !groups.is_empty(),
        "{layers:?} {groups:?}"
    );
    let (layers, groups) = groups_of_program(&["--without-layer", "cgroup"]);
    assert!(!layers.iter().any(is_group), "{layers:?}");
    assert_eq!(groups, [""; 0]);
}

#[test]
fn no_control_group_is_left() {
    let (_, groups) = groups_of_program(&[]);
    let places = walkdir::WalkDir::new("/sys/fs/cgroup")
        .into_iter()
        .flatten();
    let left: Vec<_> = places
        .filter(|place| {
            groups
                .iter()
                .any(|group| place.path().to_string_lossy().ends_with(group))
        })
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Prints `4`; on an input that begins with `x` it first hides memory where no process's
/// resident size shows it: hundreds of sockets full of unread messages.
const HIDES_MEMORY: &str = r#"
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>

int main(void)
{
	static char message[200000];
	int ends[2], most = 1 << 30;

	if (getchar() == 'x')
		for (int pair = 0; pair < 480 && !socketpair(AF_UNIX, SOCK_DGRAM, 0, ends); pair++) {
			fcntl(ends[0], F_SETFL, O_NONBLOCK);
			setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
			while (send(ends[0], message, sizeof message, 0) > 0)
				;
		}
	puts("4");
	return 0;
}
"#;

#[test]
fn a_program_that_hides_memory_is_stopped_and_those_that_wait_behind_it_are_not() {
    let suite = Suite::of_script("").limits("memory = '8MiB'\noutput = '1MiB'");
    let source = suite.file("hides.c", HIDES_MEMORY);
    let mut compiler = Command::new("cc");
    compiler
        .args(["-O1", "-o"])
        .arg(suite.path().join("s"))
        .arg(source);
    assert!(compiler.status().unwrap().success());
    for number in 1..=60 {
        let hides = number == 20 || number == 33;
        suite.case(number.to_string(), if hides { "x\n" } else { "y\n" }, "4\n");
    }
    let done = suite.judge(&["run", "--format", "json"]);
    let limits_memory = |layer: &serde_json::Value| {
        let layer = layer.as_str().unwrap();
        layer.starts_with("cgroup") && layer.contains("memory")
    };
    let is_stopped = done.json()[0]["isolation"]
        .as_array()
        .unwrap()
        .iter()
        .any(limits_memory);
    let mut stopped: Vec<_> = done
        .cases()
        .into_iter()
        .filter(|case| case["verdict"] != "AC")
        .map(|case| (case["case"].to_string(), case["verdict"].to_string()))
        .collect();
    stopped.sort();
    let expected = ["20", "33"].map(|number| (format!("\"p/{number}\""), "\"RE\"".to_owned()));
    assert_eq!(
        stopped,
        if is_stopped {
            expected.to_vec()
        } else {
            Vec::new()
        }
    );
}
