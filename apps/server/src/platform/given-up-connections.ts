import { EventEmitter } from "node:events";
import pg from "pg";

/**
 * The job queue takes every listener off a connection it gives up. What still arrives there, most of all the last word of a
 * database that goes down, would find nobody listening, and that ends the process: somebody listens to the end.
 */
export function hearGivenUpConnections(): void {
  if (Object.hasOwn(pg.Client.prototype, "removeAllListeners")) return;
  pg.Client.prototype.removeAllListeners = function (this: pg.Client, event?: string | symbol) {
    EventEmitter.prototype.removeAllListeners.call(this, event);
    return this.on("error", () => undefined);
  };
}
