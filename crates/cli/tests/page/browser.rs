//! A headless Chromium, driven through its DevTools protocol over two pipes: real clicks and keys, no other program and
//! no network in between.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::time::{Duration, Instant};

use serde_json::{json, Value};
use tempfile::TempDir;

use crate::support::skip_without;

/// A browser with one page open.
pub struct Browser {
    process: Child,
    commands: File,
    answers: Receiver<Value>,
    session: Value,
    next: u64,
    _folder: TempDir,
}

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The browser's program; none if it is missing.
fn program() -> Option<String> {
    let names = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
    std::env::var("GROUNDPLAN_CHROMIUM").ok().into_iter().chain(names).find(|name| {
        let version =
            Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    })
}

impl Browser {
    /// Opens a page; none, after saying so, if there is no browser.
    pub fn open(page: &Path, width: u32, height: u32) -> Option<Browser> {
        let Some(program) = program() else {
            skip_without("chromium");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let (to, from) = (folder.path().join("to"), folder.path().join("from"));
        assert!(Command::new("mkfifo").args([&to, &from]).status().expect("mkfifo").success());
        let options = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
                       --remote-debugging-pipe";
        let process = Command::new("sh")
            .args(["-c", &format!("exec \"$0\" {options} --user-data-dir=\"$1\" 3<\"$2\" 4>\"$3\"")])
            .args([Path::new(&program), &folder.path().join("profile"), &to, &from])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("sh starts");
        let commands = OpenOptions::new().write(true).open(&to).expect("a pipe to the browser");
        let reader = BufReader::new(File::open(&from).expect("a pipe from the browser"));
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for message in reader.split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).expect("the browser speaks JSON");
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut browser =
            Browser { process, commands, answers, session: Value::Null, next: 0, _folder: folder };
        let url = format!("file://{}", page.display());
        let target = browser.ask("Target.createTarget", json!({ "url": url }))["targetId"].clone();
        let attached = browser.ask("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        browser.session = attached["sessionId"].clone();
        browser.zoom(width, height, 1.0);
        browser.wait_for("document.readyState === 'complete' && typeof show === 'function'");
        Some(browser)
    }

    /// Shows the page at a size, with so many pixels to one of the page.
    pub fn zoom(&mut self, width: u32, height: u32, scale: f64) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600 });
        self.ask("Emulation.setDeviceMetricsOverride", size);
        self.ask("Emulation.setTouchEmulationEnabled", json!({ "enabled": width < 600 }));
    }

    /// Shows the page to a user who prefers a colour scheme, `light` or `dark`.
    pub fn prefer(&mut self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.ask("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// The colours that a line on the board goes through, from its first to its last; the ends are in squares.
    pub fn colours(&mut self, line: [f64; 4]) -> Vec<Value> {
        let shot = self.ask("Page.captureScreenshot", json!({ "format": "png" }))["data"].clone();
        let colours = self.value(&format!(
            "(async () => {{
                const picture = await createImageBitmap(await (await fetch('data:image/png;base64,' + {shot})).blob());
                const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
                canvas.drawImage(picture, 0, 0);
                const toPage = document.getElementById('board').getScreenCTM();
                const scale = picture.width / innerWidth;
                const [from, to] = [[{}, {}], [{}, {}]].map((at) => new DOMPoint(...at).matrixTransform(toPage));
                const colours = [];
                for (let step = 0; step <= 4000; step++) {{
                    const at = (key) => Math.floor((from[key] + (to[key] - from[key]) * step / 4000) * scale);
                    const colour = [...canvas.getImageData(at('x'), at('y'), 1, 1).data].slice(0, 3);
                    if (String(colour) !== String(colours[colours.length - 1])) colours.push(colour);
                }}
                return colours;
            }})()",
            line[0], line[1], line[2], line[3]
        ));
        colours.as_array().expect("colours").clone()
    }

    fn ask(&mut self, method: &str, parameters: impl Into<Value>) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({ "id": id, "method": method, "params": parameters.into() });
        if !self.session.is_null() {
            message["sessionId"] = self.session.clone();
        }
        write!(self.commands, "{message}\0").expect("the browser listens");
        loop {
            let answer = self.answers.recv_timeout(PATIENCE).expect("the browser answers");
            if answer["id"] == id {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    /// The value of an expression in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let result = self.ask("Runtime.evaluate", parameters);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str) {
        let start = Instant::now();
        while self.value(expression) != true {
            assert!(start.elapsed() < PATIENCE, "never: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The middle of an element, which is scrolled to.
    fn middle(&mut self, selector: &str) -> Value {
        self.value(&format!(
            "(() => {{ const element = document.querySelector({selector:?}); \
             element.scrollIntoView({{ block: 'nearest' }}); const r = element.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ))
    }

    /// The middle of a square of the board.
    fn square(&mut self, (column, row): (usize, usize)) -> Value {
        self.value(&format!(
            "(() => {{ const at = new DOMPoint({column}.5, {row}.5)\
             .matrixTransform(document.getElementById('board').getScreenCTM()); return [at.x, at.y]; }})()"
        ))
    }

    /// Clicks with the mouse in the middle of an element.
    pub fn click(&mut self, selector: &str) {
        let place = self.middle(selector);
        self.click_at(&place);
    }

    /// Clicks on the middle of a square of the board.
    pub fn click_square(&mut self, square: (usize, usize)) {
        let place = self.square(square);
        self.click_at(&place);
    }

    /// Taps with a finger on the middle of an element.
    pub fn tap(&mut self, selector: &str) {
        let place = self.middle(selector);
        self.tap_at(&place);
    }

    /// Taps with a finger on the middle of a square of the board.
    pub fn tap_square(&mut self, square: (usize, usize)) {
        let place = self.square(square);
        self.tap_at(&place);
    }

    fn tap_at(&mut self, place: &Value) {
        // The click comes after the finger is gone.
        self.value(
            "window.tapped = false; addEventListener('click', () => { tapped = true; }, { once: true }); 0",
        );
        self.fingers("touchStart", &[(place[0].clone(), place[1].clone())]);
        self.fingers("touchEnd", &[]);
        self.wait_for("tapped");
    }

    /// Moves two fingers apart, or together, around the middle of an element.
    pub fn pinch(&mut self, selector: &str, from: f64, to: f64) {
        let place = self.middle(selector);
        let (x, y) = (place[0].as_f64().expect("a place"), place[1].clone());
        let apart = |far: f64| [-far, far].map(|by| (json!(x + by / 2.0), y.clone()));
        self.fingers("touchStart", &apart(from));
        for step in 1..=5 {
            self.fingers("touchMove", &apart(from + (to - from) * f64::from(step) / 5.0));
        }
        self.fingers("touchEnd", &[]);
    }

    /// Turns the wheel with Ctrl over the middle of an element.
    pub fn wheel_with_control(&mut self, selector: &str, by: f64) {
        let place = self.middle(selector);
        let event = json!({ "type": "mouseWheel", "x": place[0], "y": place[1], "deltaX": 0, "deltaY": by, "modifiers": 2 });
        self.ask("Input.dispatchMouseEvent", event);
    }

    fn fingers(&mut self, kind: &str, places: &[(Value, Value)]) {
        let points = places.iter().enumerate();
        let points: Vec<Value> = points.map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id })).collect();
        self.ask("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    }

    /// Loads the page again.
    pub fn reload(&mut self) {
        self.value("window.isOld = true; 0");
        self.ask("Page.reload", json!({}));
        self.wait_for("!window.isOld && document.readyState === 'complete' && typeof show === 'function'");
    }

    fn click_at(&mut self, place: &Value) {
        for kind in ["mousePressed", "mouseReleased"] {
            let event =
                json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.ask("Input.dispatchMouseEvent", event);
        }
    }

    /// Goes on to what has the focus next.
    pub fn tab(&mut self) {
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9 });
            self.ask("Input.dispatchKeyEvent", event);
        }
    }

    /// Presses a letter with the shift key.
    pub fn press_with_shift(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.ask("Input.dispatchKeyEvent", json!({ "type": kind, "key": key, "modifiers": 8 }));
        }
    }

    /// Presses a key; `text` is what it would write.
    pub fn press(&mut self, key: &str, text: &str) {
        self.ask("Input.dispatchKeyEvent", json!({ "type": "keyDown", "key": key, "text": text }));
        self.ask("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Without its own window a browser ends only when asked to.
        let _ = write!(self.commands, "{}\0", json!({ "id": 0, "method": "Browser.close" }));
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(5) {
            if self.process.try_wait().is_ok_and(|status| status.is_some()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
