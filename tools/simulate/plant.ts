/**
 * `PLANTED_FAULT=trapped-money node --import ./tools/simulate/plant.ts tools/simulate/main.ts …` runs the product with a fault of
 * the past in it: its source is changed while it is loaded, and nowhere else.
 */
import { registerHooks } from "node:module";
import { FAULTS } from "./faults.ts";

const fault = FAULTS.find(({ name }) => name === process.env.PLANTED_FAULT);
if (!fault) throw new Error(`PLANTED_FAULT is none of ${FAULTS.map(({ name }) => name).join(", ")}`);
const root = new URL("../../", import.meta.url);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const edits = fault.edits.filter(({ file }) => url.startsWith(new URL(file, root).href));
    if (edits.length === 0 || loaded.source === undefined) return loaded;
    let source = Buffer.from(loaded.source as Uint8Array).toString("utf8");
    for (const { file, find, replace } of edits) {
      if (!source.includes(find)) throw new Error(`${file} does not say any more: ${find}`);
      source = source.replace(find, () => replace);
    }
    return { ...loaded, source };
  },
});
