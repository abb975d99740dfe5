/** What a thread that reads a file of orders needs, and no more: it is loaded anew for each file, and all of the domain takes most of a second. */
export { toShanghaiDay } from "../calendar/shanghai-time.ts";
export { formatMoney } from "../money/money.ts";
export { habitsOf, readCellAmount, readCellCurrency, readCellDate } from "./cell-values.ts";
export { ORDER_ROWS_AT_MOST } from "./order-rows.ts";
export { largestOrder, plainOrderNumber, readOrder } from "./read-order.ts";
export { columnsOf, givenOf, HEADER_WITHIN, orderSheet, plainHeader } from "./sheets.ts";
