use serde::{Deserialize, Serialize};

use super::backstop::Backing;

/// How far programs are shut in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Level {
    /// With every layer that this host allows.
    #[default]
    Full,
    /// Without namespaces, as on a host that refuses them.
    Basic,
    /// Not at all: programs can do what the judge can do.
    None,
}

/// One of the walls around a program. Each stands or falls by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Layer {
    /// Namespaces of its own for users, processes, network, System V objects, mounts and the
    /// host's name, with a root that holds nothing but what was granted.
    Namespaces,
    /// Another user than the judge's, without any capability.
    User,
    /// Rules of the kernel's Landlock on files, and where it knows them on network and signals.
    Landlock,
    /// A filter on system calls.
    Seccomp,
    /// A control group behind the limits: no promise falls with it.
    ControlGroup,
}

impl Layer {
    /// All of them, from the outside in.
    pub const ALL: [Self; 5] = [
        Self::Namespaces,
        Self::User,
        Self::Landlock,
        Self::Seccomp,
        Self::ControlGroup,
    ];

    /// Its name in reports and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::User => "user",
            Self::Landlock => "landlock",
            Self::Seccomp => "seccomp",
            Self::ControlGroup => "cgroup",
        }
    }
}

/// A layer that does not stand, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// Which.
    pub layer: Layer,
    /// The step that failed and what the system said, or that it was not wanted.
    pub reason: String,
}

/// What shuts the programs of a launcher in, as found by doing it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walls {
    /// The layers that stand.
    pub standing: Vec<Layer>,
    /// Those that do not.
    pub missing: Vec<Missing>,
    /// Whether Landlock also keeps signals and abstract sockets inside (Linux 6.12).
    pub landlock_scopes: bool,
    /// What the control group limits, where there is one.
    pub backing: Option<Backing>,
}

impl Walls {
    /// Whether a layer stands.
    pub fn has(&self, layer: Layer) -> bool {
        self.standing.contains(&layer)
    }

    /// Enters how the building of a layer went.
    pub(super) fn enter(&mut self, layer: Layer, built: Result<(), String>) {
        match built {
            Ok(()) => self.standing.push(layer),
            Err(reason) => self.missing.push(Missing { layer, reason }),
        }
    }

    /// The names of the layers that stand, from the outside in; that of a control group says
    /// what it limits.
    pub fn names(&self) -> Vec<&'static str> {
        let stands = |layer: &Layer| self.has(*layer);
        let standing = Layer::ALL.into_iter().filter(stands);
        standing
            .map(|layer| match (layer, self.backing) {
                (Layer::ControlGroup, Some(backing)) => backing.name(),
                _ => layer.name(),
            })
            .collect()
    }

    /// The promises that are not kept with these walls, in words: the table of the manual.
    pub fn not_enforced(&self) -> Vec<&'static str> {
        use Layer::{Landlock, Namespaces, Seccomp, User};
        let namespaces = self.has(Namespaces);
        let user = self.has(User);
        let scopes = self.has(Landlock) && self.landlock_scopes;
        let promises = [
            ("processes", namespaces),
            ("scratch", namespaces),
            ("files", namespaces || self.has(Landlock)),
            ("attributes of files", namespaces || user),
            ("network", namespaces || self.has(Seccomp)),
            // Of the same user are at least the launcher and its other programs.
            (
                "signals",
                namespaces || (self.has(Seccomp) && (user || scopes)),
            ),
            // Without the filter a run can also leave System V objects to the next.
            ("system calls", self.has(Seccomp)),
            ("privileges", user || !crate::sys::is_superuser()),
        ];
        let broken = promises.into_iter().filter(|(_, kept)| !kept);
        broken.map(|(promise, _)| promise).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_every_layer_every_promise_is_kept() {
        let walls = Walls {
            standing: Layer::ALL.to_vec(),
            ..Walls::default()
        };
        assert_eq!(walls.not_enforced(), [""; 0]);
        assert_eq!(
            walls.names(),
            ["namespaces", "user", "landlock", "seccomp", "cgroup"]
        );
    }

    #[test]
    fn landlock_alone_keeps_files() {
        let walls = Walls {
            standing: vec![Layer::Landlock],
            ..Walls::default()
        };
        assert!(!walls.not_enforced().contains(&"files"));
        assert!(walls.not_enforced().contains(&"signals"));
        assert!(Walls::default().not_enforced().contains(&"files"));
    }
}
