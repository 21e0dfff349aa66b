import { createHash } from 'node:crypto';

/** The style of all pages. It is inline, so that a page needs no second request. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #eef1f6; --glow: #dfe7fb; --card: #ffffff; --line: #d5dbe6; --edge: #8390a6;
  --text: #172033; --soft: #55617a; --accent: #2457d6; --accent-strong: #1b45ad; --on-accent: #ffffff;
  --bad: #b3261e; --bad-ground: #fdeceb; --warn: #7a4b00; --warn-ground: #fff3dc; --quiet: #f4f6fa;
  --shadow: 0 1px 2px rgb(23 32 51 / .06), 0 16px 40px -12px rgb(23 32 51 / .18);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d121c; --glow: #16213d; --card: #161d2b; --line: #2a3448; --edge: #7685a0;
    --text: #e8edf7; --soft: #a5b1c7; --accent: #8cabff; --accent-strong: #a9c0ff; --on-accent: #0c1730;
    --bad: #ffb4ab; --bad-ground: #3a1c1c; --warn: #ffd28a; --warn-ground: #3a2c12; --quiet: #1d2637;
    --shadow: 0 1px 2px rgb(0 0 0 / .4), 0 20px 48px -16px rgb(0 0 0 / .7);
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; padding: 1.5rem 1rem;
  display: grid; place-items: center;
  color: var(--text); background: radial-gradient(60rem 30rem at 50% -8rem, var(--glow), transparent) var(--ground);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
}
main {
  width: 100%; max-width: 26.5rem; padding: 2rem;
  background: var(--card); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow);
}
.brand { display: flex; align-items: center; gap: .625rem; margin: 0 0 1.75rem; font-weight: 600; }
.brand svg { flex: none; width: 1.75rem; height: 1.75rem; color: var(--accent); }
h1 { margin: 0 0 .375rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { margin: 1.5rem 0 .75rem; font-size: .9375rem; color: var(--soft); font-weight: 600; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
main > :last-child { margin-bottom: 0; }
.lead { color: var(--soft); margin-bottom: 1.5rem; }
.lead strong { color: var(--text); }
strong { unicode-bidi: isolate; }
a { color: var(--accent); text-underline-offset: .2em; }
form { margin: 0; }
.field { margin: 0 0 1.125rem; }
label { display: block; margin: 0 0 .375rem; font-weight: 600; font-size: .9375rem; }
.field input {
  display: block; width: 100%; min-height: 2.875rem; padding: .5rem .875rem; font: inherit;
  color: var(--text); background: var(--card); border: 1px solid var(--edge); border-radius: .625rem;
}
input[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
input.code { font-size: 1.25rem; letter-spacing: .12em; font-variant-numeric: tabular-nums; }
.hint { margin: .5rem 0 0; color: var(--soft); font-size: .875rem; }
.fault { margin: .5rem 0 0; color: var(--bad); font-size: .9375rem; font-weight: 500; }
.check { display: grid; grid-template-columns: auto 1fr; gap: 0 .625rem; margin: 0 0 1.5rem; }
.check input { width: 1.25rem; height: 1.25rem; margin: .125rem 0 0; accent-color: var(--accent); }
.check label { margin: 0; font-weight: 500; }
.check .hint { grid-column: 2; margin-top: .125rem; }
.actions { display: flex; flex-direction: row-reverse; gap: .75rem; margin-top: 1.5rem; }
button {
  flex: 1; min-height: 2.875rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: .625rem;
}
button:hover { background: var(--accent-strong); }
button.second { color: var(--text); background: transparent; border-color: var(--edge); }
button.second:hover { background: var(--quiet); }
button.text {
  flex: none; min-height: 1.75rem; padding: 0; color: var(--accent); background: none; border: 0; font-weight: 500;
  text-decoration: underline; text-underline-offset: .2em;
}
button.text + button.text { margin-left: 1rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .375rem; }
input:focus-visible, button:focus-visible { border-radius: .625rem; }
.alert { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: .625rem; font-size: .9375rem; }
.alert.bad { color: var(--bad); background: var(--bad-ground); }
.alert.warn { color: var(--warn); background: var(--warn-ground); }
.who {
  display: flex; align-items: center; gap: .75rem; margin: 1rem 0 1.5rem; padding: .625rem .875rem;
  background: var(--quiet); border-radius: .75rem; font-size: .9375rem;
}
.who span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.initial {
  flex: none; display: grid; place-items: center; width: 3rem; height: 3rem; margin: 0 0 1rem;
  color: var(--on-accent); background: var(--accent); border-radius: .875rem; font-size: 1.375rem; font-weight: 700;
}
.scopes { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: .75rem; }
.scopes li { padding: .75rem 1rem; }
.scopes li + li { border-top: 1px solid var(--line); }
.scopes strong { font-size: .9375rem; overflow-wrap: anywhere; }
.scopes p { margin: .125rem 0 0; color: var(--soft); font-size: .9375rem; }
.tag {
  float: right; margin: .125rem 0 0 .5rem; padding: .0625rem .5rem; border-radius: 1rem;
  background: var(--quiet); color: var(--soft); font-size: .8125rem; font-weight: 500;
}
.tag.write, .tag.everything { background: var(--warn-ground); color: var(--warn); }
.return { margin: 1rem 0 0; color: var(--soft); font-size: .875rem; }
code { overflow-wrap: anywhere; font: .875em ui-monospace, "DejaVu Sans Mono", monospace; }
@media (max-width: 30rem) {
  body { padding: 0; background: var(--card); align-items: start; }
  main { padding: 1.5rem 1.25rem; border: 0; border-radius: 0; box-shadow: none; background: none; }
}
@media (forced-colors: active) { input, button, main { border-color: CanvasText; } }
`;

/** The CSP source that allows exactly this style. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
