import { CheckInActivity } from "../../features/campaigns/activities.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<CheckInActivity />);
