//! `examples/bot.py` plays at a shared table of the real server.

use std::process::Command;

use crate::common::Folder;
use crate::host::Host;

#[test]
fn a_program_in_python_plays_whole_games_against_a_bot() {
    let folder = Folder::new();
    let host = Host::start(&folder.path("data"), &[]);
    let address = format!("http://{}", host.address);
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    for game in ["kumata", "rumis"] {
        let arguments = [program, &address, "--game", game];
        let output = Command::new("python3").args(arguments).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        let (table, end) = said.trim().split_once('\n').unwrap();
        assert!(table.starts_with(&format!("{address}/t/")), "{table}");
        let end: serde_json::Value = serde_json::from_str(end).unwrap();
        assert_eq!((end["is"].as_str(), end["how"].as_str()), (Some("ended"), Some("counted")), "{end}");
    }
}
