import { EasyLoanCalculator } from "../../features/lending/easy-loan.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<EasyLoanCalculator />);
