import { ASKING } from "./asking.tsx";
import { lazily } from "./lazily.tsx";
import { Gate } from "./parts.tsx";
import { useCampaign } from "./use-campaign.ts";
import "./sunrise.css";

/** The form comes with whoever is signed in: the page a visitor sees stays as light as the sign-in. */
const Application = lazily(() => import("./application.tsx").then((file) => file.Application), ASKING);

/** /sunrise: a new seller asks for support; how far it is stands here afterwards. */
export function SunriseActivity() {
  const here = useCampaign("sunrise");
  return (
    <Gate here={here}>
      {(campaign, barred) => (here.signedIn ? <Application campaign={campaign} barred={barred} /> : barred)}
    </Gate>
  );
}
