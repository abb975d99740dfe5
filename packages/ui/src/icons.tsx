import type { SVGProps } from "react";

export type IconProps = Omit<SVGProps<SVGSVGElement>, "children"> & {
  size?: number;
  /** Spoken name; without it the icon is decoration beside a word. */
  label?: string;
};

/** One drawing on the 20 px grid: strokes only, in the colour of the text around it. */
function icon(path: string) {
  return function Icon({ size = 20, label, ...rest }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        role={label ? "img" : undefined}
        aria-label={label}
        aria-hidden={label ? undefined : true}
        focusable="false"
        {...rest}
      >
        <path d={path} />
      </svg>
    );
  };
}

const ring = "M17 10a7 7 0 1 1-14 0a7 7 0 0 1 14 0";

export const ArrowDownLeft = /* @__PURE__ */ icon("M14.5 5.5l-9 9M5.5 7.5v7h7");
export const ArrowLeft = /* @__PURE__ */ icon("M16 10H4.5M9 5.5L4.5 10L9 14.5");
export const ArrowRight = /* @__PURE__ */ icon("M4 10h11.5M11 5.5l4.5 4.5l-4.5 4.5");
export const ArrowUpRight = /* @__PURE__ */ icon("M5.5 14.5l9-9M7.5 5.5h7v7");
export const Bank = /* @__PURE__ */ icon("M3 8l7-4.5L17 8zM5 8v6.5M8.3 8v6.5M11.7 8v6.5M15 8v6.5M3 16.5h14");
export const Bell = /* @__PURE__ */ icon(
  "M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-1.5 5.2-1.5 6.2h12c0-1-1.5-2.2-1.5-6.2A4.5 4.5 0 0 0 10 3M8.3 16.5a1.8 1.8 0 0 0 3.4 0",
);
export const Calendar = /* @__PURE__ */ icon(
  "M5 4.5h10a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V6A1.5 1.5 0 0 1 5 4.5M3.5 8.5h13M7 3v3M13 3v3",
);
export const Camera = /* @__PURE__ */ icon(
  "M4.5 6h2l1-2h5l1 2h2A1.5 1.5 0 0 1 17 7.5V14a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14V7.5A1.5 1.5 0 0 1 4.5 6M12.7 10.5a2.7 2.7 0 1 1-5.4 0a2.7 2.7 0 0 1 5.4 0",
);
export const Card = /* @__PURE__ */ icon(
  "M4.5 4.5h11A1.5 1.5 0 0 1 17 6v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14V6a1.5 1.5 0 0 1 1.5-1.5M3 8h14M5.8 12h3",
);
export const Check = /* @__PURE__ */ icon("M4.5 10.5l3.5 3.5l7.5-8");
export const ChevronDown = /* @__PURE__ */ icon("M6 8l4 4l4-4");
export const ChevronLeft = /* @__PURE__ */ icon("M12 5.5L7.5 10l4.5 4.5");
export const ChevronRight = /* @__PURE__ */ icon("M8 5.5l4.5 4.5L8 14.5");
export const ChevronUp = /* @__PURE__ */ icon("M6 12l4-4l4 4");
export const Clock = /* @__PURE__ */ icon(`${ring}M10 6.2V10l2.5 1.8`);
export const Close = /* @__PURE__ */ icon("M5.5 5.5l9 9M14.5 5.5l-9 9");
export const Code = /* @__PURE__ */ icon("M7 6L3 10l4 4M13 6l4 4l-4 4M11.5 4.5l-3 11");
export const Copy = /* @__PURE__ */ icon(
  "M9 7h6a1.2 1.2 0 0 1 1.2 1.2v6.6A1.2 1.2 0 0 1 15 16H9a1.2 1.2 0 0 1-1.2-1.2V8.2A1.2 1.2 0 0 1 9 7M12.5 7V5.2A1.2 1.2 0 0 0 11.3 4H5.2A1.2 1.2 0 0 0 4 5.2v6.6A1.2 1.2 0 0 0 5.2 13h2.6",
);
export const Desktop = /* @__PURE__ */ icon(
  "M4 4h12a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1M10 13.5v3M7 16.5h6",
);
export const Download = /* @__PURE__ */ icon("M10 3.5v8.5M6.5 8.8L10 12.3l3.5-3.5M4 16h12");
export const Edit = /* @__PURE__ */ icon(
  "M4 16l.7-3.3L13 4.4a1.5 1.5 0 0 1 2.1 0l.5.5a1.5 1.5 0 0 1 0 2.1L7.3 15.3zM11.5 6l2.5 2.5",
);
export const Exchange = /* @__PURE__ */ icon("M4 7.5h11.5L12.5 4.5M16 12.5H4.5l3 3");
export const External = /* @__PURE__ */ icon(
  "M8.5 4.5H5A1.5 1.5 0 0 0 3.5 6v9A1.5 1.5 0 0 0 5 16.5h9a1.5 1.5 0 0 0 1.5-1.5v-3.5M11.5 3.5h5v5M16 4l-6.5 6.5",
);
export const Eye = /* @__PURE__ */ icon(
  "M2.5 10S5.2 5 10 5s7.5 5 7.5 5s-2.7 5-7.5 5s-7.5-5-7.5-5M12.3 10a2.3 2.3 0 1 1-4.6 0a2.3 2.3 0 0 1 4.6 0",
);
export const EyeOff = /* @__PURE__ */ icon(
  "M8 5.3A7 7 0 0 1 10 5c4.8 0 7.5 5 7.5 5a13 13 0 0 1-2.2 2.8M5 6.6A12.5 12.5 0 0 0 2.5 10s2.7 5 7.5 5a7.3 7.3 0 0 0 3.5-.9M8.4 8.4a2.3 2.3 0 0 0 3.2 3.2M3.5 3.5l13 13",
);
export const File = /* @__PURE__ */ icon(
  "M5.5 3.5h6l3.5 3.5v9a.8.8 0 0 1-.8.8H5.5a.8.8 0 0 1-.8-.8V4.3a.8.8 0 0 1 .8-.8M11.3 3.7v3.5H15",
);
export const Filter = /* @__PURE__ */ icon("M3.5 6h13M6 10h8M8.5 14h3");
export const Gift = /* @__PURE__ */ icon(
  "M4 10v6.5h12V10M3 7h14v3H3zM10 7v9.5M10 7S9.2 3.5 7 3.5a1.7 1.7 0 0 0 0 3.5zM10 7s.8-3.5 3-3.5A1.7 1.7 0 0 1 13 7z",
);
export const Globe = /* @__PURE__ */ icon(`${ring}M3 10h14M10 3c2.3 2 3 4.5 3 7s-.7 5-3 7c-2.3-2-3-4.5-3-7s.7-5 3-7`);
export const Help = /* @__PURE__ */ icon(`${ring}M8 8a2 2 0 1 1 2.8 1.9c-.6.3-.8.6-.8 1.3M10 13.8v.1`);
export const Home = /* @__PURE__ */ icon(
  "M3.5 9L10 3.5L16.5 9v6.7a.8.8 0 0 1-.8.8h-3.4v-4.5H7.7v4.5H4.3a.8.8 0 0 1-.8-.8z",
);
export const Info = /* @__PURE__ */ icon(`${ring}M10 9.2v4.3M10 6.5v.1`);
export const Key = /* @__PURE__ */ icon("M10.5 9.5a3.5 3.5 0 1 1-7 0a3.5 3.5 0 0 1 7 0M10.5 9.5H17v3M14 9.5v2.3");
export const List = /* @__PURE__ */ icon("M4 5.5h12M4 10h12M4 14.5h7");
export const Lock = /* @__PURE__ */ icon(
  "M5.5 9h9a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1M7 9V6.5a3 3 0 0 1 6 0V9",
);
export const Mail = /* @__PURE__ */ icon(
  "M4 4.5h12a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1M3.3 6l6.7 5l6.7-5",
);
export const Menu = /* @__PURE__ */ icon("M3.5 5.5h13M3.5 10h13M3.5 14.5h13");
export const Minus = /* @__PURE__ */ icon("M5 10h10");
export const Moon = /* @__PURE__ */ icon("M16 11.8A6.5 6.5 0 0 1 8.2 4a6.5 6.5 0 1 0 7.8 7.8");
export const More = /* @__PURE__ */ icon(
  "M5.3 10a.3.3 0 1 1-.6 0a.3.3 0 0 1 .6 0M10.3 10a.3.3 0 1 1-.6 0a.3.3 0 0 1 .6 0M15.3 10a.3.3 0 1 1-.6 0a.3.3 0 0 1 .6 0",
);
export const Phone = /* @__PURE__ */ icon(
  "M6.5 3h7A1.5 1.5 0 0 1 15 4.5v11a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 15.5v-11A1.5 1.5 0 0 1 6.5 3M9 14.3h2",
);
export const Plus = /* @__PURE__ */ icon("M10 4.5v11M4.5 10h11");
export const Refresh = /* @__PURE__ */ icon("M15.7 8A6 6 0 1 0 16 11M16 4v4h-4");
export const Search = /* @__PURE__ */ icon("M14 9a5 5 0 1 1-10 0a5 5 0 0 1 10 0M12.7 12.7L16.5 16.5");
export const Settings = /* @__PURE__ */ icon(
  "M3.5 6h6.5M14 6h2.5M3.5 14H6M10 14h6.5M14 6a2 2 0 1 1-4 0a2 2 0 0 1 4 0M10 14a2 2 0 1 1-4 0a2 2 0 0 1 4 0",
);
export const Shield = /* @__PURE__ */ icon(
  "M10 3l6 2v5c0 3.5-2.5 6-6 7.2C6.5 16 4 13.5 4 10V5zM7.5 10l1.8 1.8l3.2-3.5",
);
export const SignOut = /* @__PURE__ */ icon("M8 4H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3M8.5 10H16M13 6.8L16.2 10L13 13.2");
export const Store = /* @__PURE__ */ icon(
  "M4.3 4h11.4L17 8a2.3 2.3 0 0 1-4.6 0a2.4 2.4 0 0 1-4.8 0A2.3 2.3 0 0 1 3 8zM4.5 10.5V16h11v-5.5",
);
export const Sun = /* @__PURE__ */ icon(
  "M13 10a3 3 0 1 1-6 0a3 3 0 0 1 6 0M10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M15.3 4.7l-1 1M5.7 14.3l-1 1",
);
export const Trash = /* @__PURE__ */ icon("M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10M8.5 9v4.5M11.5 9v4.5");
export const Upload = /* @__PURE__ */ icon("M10 12.5V4M6.5 7.2L10 3.7l3.5 3.5M4 16h12");
export const User = /* @__PURE__ */ icon("M13 6.5a3 3 0 1 1-6 0a3 3 0 0 1 6 0M4 16.5c0-3 2.5-5 6-5s6 2 6 5");
export const Wallet = /* @__PURE__ */ icon(
  "M14.5 6V4.5h-10A1.5 1.5 0 0 0 3 6v8.5A1.5 1.5 0 0 0 4.5 16h11a1 1 0 0 0 1-1V7a1 1 0 0 0-1-1H4.5M13.5 11v.01",
);
export const Warning = /* @__PURE__ */ icon("M10 3.5l7.5 13h-15zM10 8.5v4M10 14.5v.01");
