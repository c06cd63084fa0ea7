// The data of the page, and its elements.

const data = JSON.parse(document.getElementById("data").textContent);

const byId = (id) => document.getElementById(id);
const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

// Makes an element with these properties and children.
function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// Shows the verdict, a remark on it, and which data is not on the page.
function describe(remark) {
  byId("verdict").textContent = data.verdict;
  byId("verdict").className = { "OPTIMUM FOUND": "good", SATISFIABLE: "good", UNSATISFIABLE: "bad" }[data.verdict] ?? "";
  byId("count").textContent = remark;
  byId("cut").hidden = data.cut === null;
  byId("cut").textContent = data.cut ?? "";
}

// Whether an arrow key scrolls an element to the side.
const isWide = (target) => target.classList.contains("rows") && target.scrollWidth > target.clientWidth;

// Calls the action of a key, except where the key writes text, chooses or scrolls.
function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const { tagName } = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || tagName === "INPUT" || tagName === "SELECT") return;
    if (["ArrowLeft", "ArrowRight"].includes(event.key) && isWide(event.target)) return;
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
