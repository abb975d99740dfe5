import {
  addressOf,
  DIGEST_RHYTHMS,
  MESSAGE_CHANNELS,
  QUIET_HOURS,
  type DigestRhythm,
  type MessageChannel,
} from "@coralhub/domain";
import { ErrorState, icons, Link, Panel, RowsSkeleton } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Checkbox, Segmented, Switch } from "antd";
import { useState } from "react";
import { Dotted } from "../../platform/dotted.tsx";
import {
  preferencesQuery,
  useSetDigest,
  useSetPreference,
  useSetQuietNights,
  type Preferences,
} from "./message-queries.ts";
import "./preferences.css";

type Topic = Preferences["topics"][number];
type Channels = Topic["channels"];
const CHANNELS = Object.keys(MESSAGE_CHANNELS) as MessageChannel[];
const hour = (value: number) => `${String(value).padStart(2, "0")}:00`;

export function PreferencePanel() {
  const { data, isError, refetch } = useQuery(preferencesQuery);
  const setPreference = useSetPreference();
  const setQuiet = useSetQuietNights();
  const setDigest = useSetDigest();
  const saved = setPreference.isSuccess || setQuiet.isSuccess || setDigest.isSuccess;
  return (
    <Panel
      title="怎么通知您"
      action={
        <span className="preference-saved" role="status">
          {saved && (
            <>
              <icons.Check size={16} /> 已自动保存
            </>
          )}
        </span>
      }
    >
      {isError ? (
        <ErrorState compact title="没能取到通知设置" onRetry={() => void refetch()} />
      ) : !data ? (
        <RowsSkeleton rows={4} />
      ) : (
        <>
          <PreferenceTable topics={data.topics} onChange={setPreference.mutate} />
          <p className="preference-note">带锁的不能关，关系到您的资金安全</p>
          <div className="preference-block preference-quiet">
            <div>
              <div id="quiet-nights">夜间不发短信</div>
              <div className="preference-note">
                {hour(QUIET_HOURS.from)} 至 {hour(QUIET_HOURS.to)}，安全提醒除外
              </div>
            </div>
            <Switch
              checked={data.quietNights}
              aria-labelledby="quiet-nights"
              loading={setQuiet.isPending}
              onChange={(on) => setQuiet.mutate(on)}
            />
          </div>
          <div className="preference-block preference-quiet">
            <div>
              <div>待办摘要邮件</div>
              <div className="preference-note">
                {data.email ? "把等您处理的事和七天内的到期日合成一封，没有就不发" : "绑定邮箱后可以订"}
              </div>
            </div>
            <Segmented<DigestRhythm>
              aria-label="待办摘要邮件"
              value={data.digest}
              disabled={!data.email || setDigest.isPending}
              options={(Object.keys(DIGEST_RHYTHMS) as DigestRhythm[]).map((value) => ({
                value,
                label: DIGEST_RHYTHMS[value],
              }))}
              onChange={(rhythm) => setDigest.mutate(rhythm)}
            />
          </div>
          <Addresses mobile={data.mobile} email={data.email} />
        </>
      )}
    </Panel>
  );
}

type Change = { topic?: Topic["topic"]; event?: string; channel: MessageChannel; on: boolean };

function PreferenceTable({ topics, onChange }: { topics: Topic[]; onChange: (change: Change) => void }) {
  return (
    <table className="preference-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">事项</span>
          </th>
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col">
              {MESSAGE_CHANNELS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      {topics.map((topic) => (
        <TopicRows key={topic.topic} topic={topic} onChange={onChange} />
      ))}
    </table>
  );
}

/** A topic opens to its single events. */
function TopicRows({ topic, onChange }: { topic: Topic; onChange: (change: Change) => void }) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? icons.ChevronUp : icons.ChevronDown;
  return (
    <tbody>
      <tr>
        <th scope="row">
          <button type="button" className="preference-topic" aria-expanded={open} onClick={() => setOpen(!open)}>
            {topic.label}
            <Chevron size={16} />
          </button>
        </th>
        <ChannelCells
          label={topic.label}
          channels={topic.channels}
          mixed={(channel) => isMixed(topic, channel)}
          onChange={(channel, on) => onChange({ topic: topic.topic, channel, on })}
        />
      </tr>
      {open &&
        topic.events.map(({ event, label, channels }) => (
          <tr key={event} className="preference-event">
            <th scope="row">{label}</th>
            <ChannelCells
              label={label}
              channels={channels}
              onChange={(channel, on) => onChange({ event, channel, on })}
            />
          </tr>
        ))}
    </tbody>
  );
}

const isMixed = (topic: Topic, channel: MessageChannel): boolean =>
  !topic.channels[channel].on && topic.events.some((event) => event.channels[channel].on);

type CellProps = {
  label: string;
  channels: Channels;
  mixed?: (channel: MessageChannel) => boolean;
  onChange: (channel: MessageChannel, on: boolean) => void;
};

const ChannelCells = ({ label, channels, mixed, onChange }: CellProps) =>
  CHANNELS.map((channel) => {
    const { on, locked } = channels[channel];
    const name = `${label}，${MESSAGE_CHANNELS[channel]}`;
    return (
      <td key={channel}>
        {locked ? (
          <span className="preference-lock" title="不能关闭">
            <icons.Lock size={14} label={`${name}：始终通知，不能关闭`} />
          </span>
        ) : (
          <Checkbox
            aria-label={name}
            checked={on}
            indeterminate={mixed?.(channel) ?? false}
            onChange={(event) => onChange(channel, event.target.checked)}
          />
        )}
      </td>
    );
  });

function Addresses({ mobile, email }: { mobile: string | null; email: string | null }) {
  return (
    <div className="preference-block">
      <div className="preference-note">接收地址</div>
      <div className="preference-address">
        <span>{mobile ? <Dotted text={mobile} /> : "未绑定手机"}</span>
        <Link to={addressOf(mobile ? "alterPhone" : "bindPhone")}>{mobile ? "修改" : "去绑定"}</Link>
      </div>
      <div className="preference-address">
        <span>{email ? <Dotted text={email} /> : "未绑定邮箱"}</span>
        <Link to={addressOf(email ? "alterEmail" : "bindMail")}>{email ? "修改" : "去绑定"}</Link>
      </div>
    </div>
  );
}
