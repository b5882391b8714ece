// @ts-check
// What all elements share. Colours and sizes are custom properties with fallbacks, so that a host can set its own.

import { css } from "lit";

export const shared = css`
  :host {
    --ink: var(--fracas-ink, #1d2129);
    --dim: var(--fracas-dim, #5d6673);
    --line: var(--fracas-line, #d9d5cc);
    --panel: var(--fracas-panel, #fff);
    --sunk: var(--fracas-sunk, #f3f0ea);
    --accent: var(--fracas-accent, #a3262f);
    --accent-ink: var(--fracas-accent-ink, #fff);
    --good: var(--fracas-good, #23724a);
    --warn: var(--fracas-warn, #92580b);
    --bad: var(--fracas-bad, #b0302a);
    --note: var(--fracas-note, #544799);
    --radius: var(--fracas-radius, 8px);
    display: block;
    color: var(--ink);
    font: 14px/1.45 var(--fracas-font, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif);
  }
  :host([hidden]) { display: none; }
  *, *::before, *::after { box-sizing: border-box; }
  h2, h3, p, ul, ol, fieldset, figure { margin: 0; padding: 0; }
  ul, ol { list-style: none; }
  fieldset { border: 0; min-width: 0; }
  h2 { font-size: 12px; font-weight: 650; letter-spacing: 0.08em; text-transform: uppercase; color: var(--dim); }
  h3 { font-size: 14px; font-weight: 650; }
  a { color: var(--accent); }

  button, input, select, textarea { font: inherit; color: inherit; }
  button {
    display: inline-flex; align-items: center; justify-content: center; gap: 6px;
    min-height: 34px; padding: 5px 12px; cursor: pointer; text-align: start;
    background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius);
    transition: background 0.12s, border-color 0.12s;
  }
  button.small { min-height: 28px; padding: 2px 9px; }
  button:hover { border-color: var(--dim); background: var(--sunk); }
  button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
  button.primary:hover { filter: brightness(1.08); }
  button.quiet { border-color: transparent; background: transparent; padding: 4px 8px; color: var(--dim); }
  button.quiet:hover { background: var(--sunk); color: var(--ink); }
  button.danger { color: var(--bad); }
  button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
  button:disabled, button[aria-disabled="true"] { cursor: not-allowed; opacity: 0.62; filter: none; }
  input, select, textarea {
    min-height: 34px; padding: 5px 9px; min-width: 0; max-width: 100%;
    background: var(--panel); border: 1px solid var(--fracas-field, #8c919a); border-radius: var(--radius);
  }
  input[type="checkbox"], input[type="radio"] { min-height: 0; width: 17px; height: 17px; margin: 0; accent-color: var(--accent); flex: none; }
  input[type="number"] { width: 5.6em; }
  textarea { width: 100%; font-family: ui-monospace, Consolas, monospace; font-size: 13px; }
  :focus-visible { outline: 3px solid var(--fracas-focus, #2f6fdb); outline-offset: 1px; border-radius: 4px; }
  summary { cursor: pointer; }

  .stack { display: flex; flex-direction: column; gap: 10px; }
  .tight { gap: 5px; }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
  .row:has(> .field) { align-items: flex-end; }
  .grow { flex: 1 1 auto; min-width: 0; }
  .between { display: flex; align-items: center; justify-content: space-between; gap: 8px; }
  .dim { color: var(--dim); }
  .small { font-size: 12.5px; }
  .field { display: flex; flex-direction: column; gap: 3px; font-size: 12.5px; color: var(--dim); min-width: 0; }
  .field > input, .field > select, .field > textarea { font-size: 14px; color: var(--ink); }
  .fault { color: var(--bad); font-size: 12.5px; }
  .check { display: flex; align-items: center; gap: 8px; min-height: 30px; }
  .tag {
    display: inline-flex; align-items: center; gap: 4px; padding: 0 7px; border-radius: 99px; white-space: nowrap;
    border: 1px solid currentColor; font-size: 11.5px; line-height: 18px; font-weight: 600;
  }
  .tag.note { color: var(--note); }
  .tag.warn { color: var(--warn); }
  .tag.bad { color: var(--bad); }
  .tag.good { color: var(--good); }
  .tag.accent { color: var(--accent); }
  .empty { color: var(--dim); padding: 6px 0; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  @media (pointer: coarse) { button, button.small, input, select { min-height: 42px; } .check { min-height: 40px; } }
  @media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; scroll-behavior: auto !important; } }
`;
