import { WheelActivity } from "../../features/campaigns/wheel.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<WheelActivity />);
