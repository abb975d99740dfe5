import { escrowEndpoints } from "../../escrow/escrow.ts";
import { lendingEndpoints } from "../../lending/lending.ts";
import { taxRefundEndpoints } from "../../taxrefund/taxrefund.ts";
import { CODE, offer, without } from "./offer.ts";

/** A contract is a person's to sign: programs read loans and pay them back. */
const loans = {
  getLoanOverview: offer("lending.loanOverview", lendingEndpoints.loanOverview, {
    path: "/loan-overview",
    scope: "loans:read",
  }),
  listLoans: offer("lending.loans", lendingEndpoints.loans, { path: "/loans", scope: "loans:read" }),
  getLoan: offer("lending.loan", lendingEndpoints.loan, { path: "/loans/{id}", scope: "loans:read" }),
  getLoanContract: offer("lending.loanContract", lendingEndpoints.loanContract, {
    path: "/loans/{id}/contract",
    scope: "loans:read",
  }),
  repayLoan: offer("lending.repayLoan", lendingEndpoints.repayLoan, {
    method: "POST",
    path: "/loans/{id}/repay",
    scope: "loans:write",
  }),
  setLoanIncomeShare: offer("lending.shareIncome", lendingEndpoints.shareIncome, {
    method: "POST",
    path: "/loans/{id}/income-share",
    scope: "loans:write",
  }),
};

const step = (name: "accept" | "decline" | "cancel" | "deliver" | "dispute") => {
  const of = `${name}Escrow` as const;
  return offer(`escrow.${of}`, escrowEndpoints[of], {
    method: "POST",
    path: `/escrows/{id}/${name}`,
    scope: "escrow:write",
  });
};
const escrow = {
  listEscrows: offer("escrow.escrows", escrowEndpoints.escrows, { path: "/escrows", scope: "escrow:read" }),
  getEscrow: offer("escrow.escrow", escrowEndpoints.escrow, { path: "/escrows/{id}", scope: "escrow:read" }),
  createEscrow: offer("escrow.proposeEscrow", escrowEndpoints.proposeEscrow, {
    method: "POST",
    path: "/escrows",
    scope: "escrow:write",
    // Number and name of somebody else could be guessed at.
    keepLimit: true,
  }),
  acceptEscrow: step("accept"),
  declineEscrow: step("decline"),
  cancelEscrow: step("cancel"),
  deliverEscrow: step("deliver"),
  disputeEscrow: step("dispute"),
  addEscrowEvidence: offer("escrow.addEscrowEvidence", escrowEndpoints.addEscrowEvidence, {
    method: "POST",
    path: "/escrows/{id}/evidence",
    scope: "escrow:write",
    once: true,
  }),
  fundEscrow: offer("escrow.fundEscrow", escrowEndpoints.fundEscrow, {
    method: "POST",
    path: "/escrows/{id}/fund",
    scope: "payouts:write",
    title: "担保交易：买方付款到担保（签名代替验证码）",
    input: without(escrowEndpoints.fundEscrow.input, "verifyCode", "channel"),
    fill: CODE,
  }),
  releaseEscrow: offer("escrow.releaseEscrow", escrowEndpoints.releaseEscrow, {
    method: "POST",
    path: "/escrows/{id}/release",
    scope: "payouts:write",
  }),
  refundEscrow: offer("escrow.refundEscrow", escrowEndpoints.refundEscrow, {
    method: "POST",
    path: "/escrows/{id}/refund",
    scope: "payouts:write",
  }),
};

const taxRefunds = {
  listTaxReceipts: offer("taxrefund.taxReceipts", taxRefundEndpoints.taxReceipts, {
    path: "/tax-receipts",
    scope: "taxrefunds:read",
  }),
  listTaxRefunds: offer("taxrefund.taxRefunds", taxRefundEndpoints.taxRefunds, {
    path: "/tax-refunds",
    scope: "taxrefunds:read",
  }),
  getTaxRefund: offer("taxrefund.taxRefund", taxRefundEndpoints.taxRefund, {
    path: "/tax-refunds/{id}",
    scope: "taxrefunds:read",
  }),
  uploadTaxFile: offer("taxrefund.uploadTaxPaper", taxRefundEndpoints.uploadTaxPaper, {
    method: "POST",
    path: "/tax-refunds/files",
    scope: "taxrefunds:write",
  }),
  checkTaxRefund: offer("taxrefund.checkTaxFlows", taxRefundEndpoints.checkTaxFlows, {
    method: "POST",
    path: "/tax-refunds/check",
    scope: "taxrefunds:write",
  }),
  createTaxRefund: offer("taxrefund.applyForTaxRefund", taxRefundEndpoints.applyForTaxRefund, {
    method: "POST",
    path: "/tax-refunds",
    scope: "taxrefunds:write",
  }),
  correctTaxRefund: offer("taxrefund.correctTaxRefund", taxRefundEndpoints.correctTaxRefund, {
    method: "POST",
    path: "/tax-refunds/{id}/correct",
    scope: "taxrefunds:write",
  }),
  cancelTaxRefund: offer("taxrefund.cancelTaxRefund", taxRefundEndpoints.cancelTaxRefund, {
    method: "POST",
    path: "/tax-refunds/{id}/cancel",
    scope: "taxrefunds:write",
  }),
};

export const agreementOperations = { ...loans, ...escrow, ...taxRefunds };
