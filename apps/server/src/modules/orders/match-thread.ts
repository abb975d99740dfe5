// Not the whole domain: a thread is started for each large match.
import { matchOrders, type MatchIncome, type MatchOrder } from "@coralhub/domain/orders/matching";
import { parentPort, workerData } from "node:worker_threads";

const { incomes, orders } = workerData as { incomes: MatchIncome[]; orders: MatchOrder[] };
parentPort!.postMessage(matchOrders(incomes, orders));
