import { CheckInActivity } from "../../features/campaigns/check-in.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<CheckInActivity />);
