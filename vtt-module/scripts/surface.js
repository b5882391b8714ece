// @ts-check
// The surface audit: every member of the port that the module touches, and every hook it listens to.
// `node scripts/surface.js` compares with foundry-surface.txt; `--write` takes what it found: review the difference.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = new URL("../", import.meta.url);
const file = new URL("foundry-surface.txt", root);

/** @returns {string} one line each: `Interface.member` or `hook name`, sorted */
export function surface() {
  const config = ts.getParsedCommandLineOfConfigFile(fileURLToPath(new URL("tsconfig.json", root)), {}, /** @type {any} */ ({ ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }));
  if (!config) throw new Error("tsconfig.json cannot be read");
  const program = ts.createProgram(config.fileNames, config.options);
  const checker = program.getTypeChecker();
  /** @type {Set<string>} */
  const found = new Set();

  const note = (/** @type {ts.Symbol | undefined} */ symbol) => {
    for (const declaration of symbol?.declarations ?? []) {
      if (!symbol || !declaration.getSourceFile().fileName.endsWith("types/port.d.ts")) continue;
      let path = symbol.name;
      for (let at = declaration.parent; at; at = at.parent) {
        if (ts.isPropertySignature(at)) path = `${at.name.getText()}.${path}`;
        if (ts.isInterfaceDeclaration(at)) found.add(`${at.name.text}.${path}`);
      }
    }
  };
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isPropertyAccessExpression(node)) note(checker.getSymbolAtLocation(node.name));
    if (ts.isElementAccessExpression(node)) {
      const [key, of] = [checker.getTypeAtLocation(node.argumentExpression), checker.getTypeAtLocation(node.expression)];
      for (const one of key.isUnion() ? key.types : [key]) if (one.isStringLiteral()) note(of.getProperty(one.value));
    }
    if (ts.isObjectBindingPattern(node)) {
      const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
      for (const element of node.elements) {
        const name = element.propertyName ?? element.name;
        if (ts.isIdentifier(name)) for (const one of type.isUnion() ? type.types : [type]) note(one.getProperty(name.text));
      }
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && /^(on|once)$/u.test(node.expression.name.text) && node.arguments[0] && ts.isStringLiteral(node.arguments[0])) found.add(`hook ${node.arguments[0].text}`);
    ts.forEachChild(node, visit);
  };
  for (const source of program.getSourceFiles()) {
    if (!/\/src\/(hosts\/foundry|core|ui|render)\//u.test(source.fileName) || source.isDeclarationFile) continue;
    visit(source);
    const hook = /\/hooks\/(\w+)\.js$/u.exec(source.fileName);
    if (hook && hook[1] !== "index") {
      const said = /^export const name = "(\w+)";$/mu.exec(source.text)?.[1];
      if (said !== hook[1]) throw new Error(`${hook[1]}.js names the hook ${said}`);
      found.add(`hook ${said}`);
    }
  }
  return `${[...found].sort().join("\n")}\n`;
}

/** The surface as it was reviewed. */
export const reviewed = () => (existsSync(file) ? readFileSync(file, "utf8") : "");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const now = surface();
  if (process.argv.includes("--write")) writeFileSync(file, now);
  else if (now !== reviewed()) {
    const [old, fresh] = [reviewed(), now].map((text) => new Set(text.split("\n")));
    for (const line of fresh) if (!old.has(line)) console.error(`+ ${line}`);
    for (const line of old) if (!fresh.has(line)) console.error(`- ${line}`);
    console.error("The module touches another slice of Foundry than foundry-surface.txt says: review it, then `npm run surface -- --write`.");
    process.exitCode = 1;
  }
}
