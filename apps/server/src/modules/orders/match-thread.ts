import { matchOrders, type MatchIncome, type MatchOrder } from "@coralhub/domain";
import { parentPort, workerData } from "node:worker_threads";

const { incomes, orders } = workerData as { incomes: MatchIncome[]; orders: MatchOrder[] };
parentPort!.postMessage(matchOrders(incomes, orders));
