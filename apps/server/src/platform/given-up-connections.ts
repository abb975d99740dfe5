import { EventEmitter } from "node:events";
import pg from "pg";

/**
 * The job queue takes every listener off a connection it gives up. What still arrives there, most of all the last word of a
 * database that goes down, would find nobody listening, and that ends the process: somebody listens to the end.
 */
export function hearGivenUpConnections(): void {
  if (Object.hasOwn(pg.Client.prototype, "removeAllListeners")) return;
  // Without an event it means all of them, and asks how many words it was given.
  pg.Client.prototype.removeAllListeners = function (this: pg.Client, ...events: [(string | symbol)?]) {
    EventEmitter.prototype.removeAllListeners.apply(this, events);
    return this.on("error", () => undefined);
  };
}
