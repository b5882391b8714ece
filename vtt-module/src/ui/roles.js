// @ts-check
import { t } from "../lang/lang.js";

/** What somebody on a seat of this role is called. @param {string} role */
export const roleName = (role) => (role === "gm" ? t("gm") : role === "observer" ? t("observer") : t("player"));
