//! A headless Chromium, driven through its DevTools protocol over two pipes: real clicks and keys, no other program and
//! no network in between.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{channel, Sender};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use serde_json::{json, Value};

use crate::support::skip_without;

/// A page, as a user who has not seen it before opens it: what other pages keep is not there.
pub struct Browser {
    process: &'static Process,
    context: Value,
    session: Value,
}

/// The one process of all tests, since its start costs more than most of them. It ends, and its folder is removed, when the
/// pipe to it is closed: at the end of the tests, in whatever way they end.
struct Process {
    /// The pipe to it, and the number of the next message.
    commands: Mutex<(File, u64)>,
    /// Who waits for the answer to the message of a number.
    waiting: Arc<Mutex<HashMap<u64, Sender<Value>>>>,
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

impl Process {
    /// The process, started by who asks first; none if there is no browser.
    fn get() -> Option<&'static Process> {
        static ONE: OnceLock<Option<Process>> = OnceLock::new();
        ONE.get_or_init(|| program().map(|program| Process::start(&program))).as_ref()
    }

    fn start(program: &str) -> Process {
        let folder = tempfile::tempdir().expect("a folder").keep();
        let (to, from) = (folder.join("to"), folder.join("from"));
        assert!(Command::new("mkfifo").args([&to, &from]).status().expect("mkfifo").success());
        // Each page is drawn as if it were the only one.
        let options = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
                       --disable-background-timer-throttling --disable-backgrounding-occluded-windows \
                       --disable-renderer-backgrounding --remote-debugging-pipe";
        let script = format!(
            "\"$0\" {options} --user-data-dir=\"$1/profile\" 3<\"$1/to\" 4>\"$1/from\"; rm -r \"$1\""
        );
        let mut process = Command::new("sh")
            .args(["-c", &script])
            .args([Path::new(program), &folder])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("sh starts");
        let commands = OpenOptions::new().write(true).open(&to).expect("a pipe to the browser");
        let reader = BufReader::new(File::open(&from).expect("a pipe from the browser"));
        let waiting: Arc<Mutex<HashMap<u64, Sender<Value>>>> = Arc::default();
        let answered = Arc::clone(&waiting);
        std::thread::spawn(move || {
            for message in reader.split(0).map_while(Result::ok) {
                let message: Value = serde_json::from_slice(&message).expect("the browser speaks JSON");
                // What has no number is an event, which nobody waits for.
                let id = message["id"].as_u64();
                if let Some(asked) = id.and_then(|id| answered.lock().expect("it is whole").remove(&id)) {
                    // Who asked may have given up.
                    let _ = asked.send(message);
                }
            }
            // It has closed its pipe.
            let _ = process.wait();
        });
        Process { commands: Mutex::new((commands, 0)), waiting }
    }

    fn ask(&self, session: &Value, method: &str, parameters: Value) -> Value {
        let (sender, answer) = channel();
        {
            let mut commands = self.commands.lock().expect("it is whole");
            commands.1 += 1;
            let id = commands.1;
            self.waiting.lock().expect("it is whole").insert(id, sender);
            let mut message = json!({ "id": id, "method": method });
            message["params"] = parameters;
            if !session.is_null() {
                message["sessionId"] = session.clone();
            }
            write!(commands.0, "{message}\0").expect("the browser listens");
        }
        let answer = answer.recv_timeout(PATIENCE).expect("the browser answers");
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }
}

impl Browser {
    /// Opens a page; none, after saying so, if there is no browser.
    pub fn open(page: &Path, width: u32, height: u32) -> Option<Browser> {
        let Some(process) = Process::get() else {
            skip_without("chromium");
            return None;
        };
        let ask = |method, parameters| process.ask(&Value::Null, method, parameters);
        let context = ask("Target.createBrowserContext", json!({}))["browserContextId"].clone();
        let url = format!("file://{}", page.display());
        let target = ask("Target.createTarget", json!({ "url": url, "browserContextId": context }))
            ["targetId"]
            .clone();
        let attached = ask("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        let mut browser = Browser { process, context, session: attached["sessionId"].clone() };
        browser.ask("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        browser.zoom(width, height, 1.0);
        browser.wait_for("document.readyState === 'complete' && typeof show === 'function'");
        browser.wait_until_drawn();
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

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.process.ask(&self.session, method, parameters)
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

    /// Waits until the page is drawn. Before that, the browser drops clicks, since a user cannot mean what is not seen.
    fn wait_until_drawn(&mut self) {
        self.wait_for("performance.getEntriesByName('first-contentful-paint').length === 1");
        // A frame is drawn after its callbacks have run, so that the second of them comes after a whole frame.
        self.value(
            "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(0))))",
        );
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

    /// Clicks on a link to another part of the page. The page hears of it by an event that comes after the click, and is not
    /// there yet for clicks that come before it.
    pub fn follow(&mut self, selector: &str) {
        self.value(
            "window.arrived = false; addEventListener('hashchange', () => { arrived = true; }, { once: true }); 0",
        );
        self.click(selector);
        self.wait_for("arrived");
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
        self.wait_until_drawn();
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
        // Where the browser does not answer, a test has failed already.
        if !std::thread::panicking() {
            let context = json!({ "browserContextId": self.context });
            self.process.ask(&Value::Null, "Target.disposeBrowserContext", context);
        }
    }
}
