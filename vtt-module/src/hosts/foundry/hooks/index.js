// @ts-check
// Every hook that this module listens to while it runs; init and ready are in main.js.

export * as canvasReady from "./canvasReady.js";
export * as canvasTearDown from "./canvasTearDown.js";
export * as controlToken from "./controlToken.js";
export * as createCombatant from "./createCombatant.js";
export * as createToken from "./createToken.js";
export * as createWall from "./createWall.js";
export * as deleteCombat from "./deleteCombat.js";
export * as deleteCombatant from "./deleteCombatant.js";
export * as deleteToken from "./deleteToken.js";
export * as deleteWall from "./deleteWall.js";
export * as destroyToken from "./destroyToken.js";
export * as drawToken from "./drawToken.js";
export * as getCombatantContextOptions from "./getCombatantContextOptions.js";
export * as getSceneControlButtons from "./getSceneControlButtons.js";
export * as preUpdateToken from "./preUpdateToken.js";
export * as refreshToken from "./refreshToken.js";
export * as renderChatMessageHTML from "./renderChatMessageHTML.js";
export * as renderCombatTracker from "./renderCombatTracker.js";
export * as renderTokenHUD from "./renderTokenHUD.js";
export * as targetToken from "./targetToken.js";
export * as updateCombat from "./updateCombat.js";
export * as updateCombatant from "./updateCombatant.js";
export * as updateScene from "./updateScene.js";
export * as updateToken from "./updateToken.js";
export * as updateWall from "./updateWall.js";
export * as userConnected from "./userConnected.js";
