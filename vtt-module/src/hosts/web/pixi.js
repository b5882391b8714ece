// @ts-check
// The parts of PixiJS that the map uses, loaded apart from the page. The second import lets PixiJS draw without
// making code from text, which a strict Content-Security-Policy forbids.

export { Application, Container, Graphics, Text } from "pixi.js";
import "@pixi/unsafe-eval";
