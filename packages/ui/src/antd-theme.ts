import { theme, type MappingAlgorithm, type ThemeConfig } from "antd";
import { control, font, radius, type, type Palette } from "./theme.ts";

/** antd mixes its own tints from seeds; this second algorithm puts ours back. */
const exact =
  (k: Palette): MappingAlgorithm =>
  (_seed, map) => {
    const tones = [
      ["Info", "info"],
      ["Success", "success"],
      ["Warning", "warning"],
      ["Error", "danger"],
    ] as const;
    const ofTone = tones.flatMap(([name, tone]): [string, string][] => {
      const { text, tint } = k.tone[tone];
      const set = (parts: string[], value: string) =>
        parts.map((part): [string, string] => [`color${name}${part}`, value]);
      return [...set(["", "Hover", "Active", "Text", "BorderHover"], text), ...set(["Bg", "BgHover", "Border"], tint)];
    });
    return {
      ...map!,
      colorPrimary: k.select,
      colorPrimaryHover: k.select,
      colorPrimaryActive: k.select,
      colorPrimaryText: k.select,
      colorPrimaryBorder: k.lineControl,
      colorPrimaryBg: k.selectSoft,
      colorPrimaryBgHover: k.selectSoft,
      colorLink: k.link,
      colorLinkHover: k.text,
      colorLinkActive: k.text,
      ...Object.fromEntries(ofTone),
      colorText: k.text,
      colorTextSecondary: k.text2,
      colorTextTertiary: k.text3,
      colorTextQuaternary: k.textOff,
      colorBgLayout: k.ground,
      colorBgContainer: k.panel,
      colorBgElevated: k.raised,
      colorBorder: k.lineControl,
      colorBorderSecondary: k.line,
      colorBorderDisabled: k.line,
      colorFillQuaternary: k.sunken,
      colorFillTertiary: k.sunken,
      colorFillSecondary: k.line,
    };
  };

const field = (k: Palette) => ({ activeShadow: "none", activeBorderColor: k.link, hoverBorderColor: k.text2 });

const tokens = (k: Palette): ThemeConfig["token"] => ({
  colorPrimary: k.select,
  colorTextPlaceholder: k.text3,
  colorTextDisabled: k.textOff,
  colorBgContainerDisabled: k.sunken,
  colorSplit: k.line,
  colorFillAlter: k.sunken,
  colorBgMask: k.veil,
  controlItemBgActive: k.selectSoft,
  controlItemBgHover: k.ground,
  controlOutline: "transparent",
  borderRadius: radius.normal,
  borderRadiusLG: radius.normal,
  borderRadiusSM: radius.normal,
  fontFamily: font.family,
  fontSize: type.body[0],
  lineHeight: type.body[1] / type.body[0],
  fontSizeHeading1: type.title[0],
  fontSizeHeading2: type.section[0],
  controlHeight: control.normal,
  controlHeightSM: control.small,
  controlHeightLG: control.large,
  motionDurationMid: "0.16s",
  motionDurationSlow: "0.18s",
  boxShadow: k.float,
  boxShadowSecondary: k.float,
});

const controls = (k: Palette, isDark: boolean): ThemeConfig["components"] => ({
  Button: {
    colorPrimary: k.coral,
    colorPrimaryHover: k.coralHover,
    colorPrimaryActive: k.coralPress,
    primaryColor: k.onCoral,
    primaryShadow: "none",
    // As the light kit's: coral words on white cannot be read.
    defaultHoverColor: k.text,
    defaultHoverBorderColor: k.text2,
    defaultActiveColor: k.text,
    defaultActiveBorderColor: k.text2,
    defaultShadow: "none",
    dangerShadow: "none",
    fontWeight: 500,
    paddingInline: 20,
    paddingInlineSM: 12,
    contentFontSizeSM: type.label[0],
  },
  Checkbox: { borderRadiusSM: radius.small, controlInteractiveSize: 16, colorWhite: k.onSelect },
  Radio: { radioSize: 16, colorWhite: k.onSelect },
  Switch: { handleBg: k.panel },
  Form: { labelColor: k.text, labelFontSize: type.label[0], verticalLabelPadding: "0 0 6px", itemMarginBottom: 24 },
  Input: field(k),
  InputNumber: field(k),
  DatePicker: field(k),
  Select: {
    activeOutlineColor: "transparent",
    activeBorderColor: k.link,
    hoverBorderColor: k.text2,
    optionSelectedBg: k.selectSoft,
    optionActiveBg: k.ground,
    optionSelectedFontWeight: 500,
  },
  Segmented: {
    trackBg: k.sunken,
    // A white part on grey is seen by its shadow, which dark ground swallows.
    itemSelectedBg: isDark ? k.line2 : k.panel,
    itemColor: k.text2,
    itemSelectedColor: k.text,
    trackPadding: 2,
    borderRadiusSM: 6,
  },
});

const containers = (k: Palette): ThemeConfig["components"] => ({
  Table: {
    headerBg: k.sunken,
    headerColor: k.text2,
    headerSplitColor: "transparent",
    fontWeightStrong: 500,
    borderColor: k.line,
    rowHoverBg: k.ground,
    rowSelectedBg: k.selectSoft,
    rowSelectedHoverBg: k.selectSoft,
    cellPaddingBlock: 16,
    cellPaddingInline: 16,
    headerBorderRadius: 0,
  },
  Tabs: {
    titleFontSize: type.body[0],
    horizontalItemGutter: 32,
    inkBarColor: k.text,
    itemColor: k.text2,
    itemSelectedColor: k.text,
    itemHoverColor: k.text,
  },
  Steps: { iconSize: 24, colorTextLightSolid: k.onSelect },
  Timeline: { itemPaddingBottom: 20, tailColor: k.line },
  Tag: { defaultBg: k.tone.neutral.tint, defaultColor: k.tone.neutral.text, borderRadiusSM: radius.small },
  Card: { headerFontSize: type.section[0], bodyPadding: 24, headerHeight: 56 },
  Modal: { titleFontSize: type.section[0], borderRadiusLG: radius.large },
  Alert: { defaultPadding: "12px 16px", withDescriptionPadding: "16px" },
  Pagination: { itemBg: "transparent", itemActiveBg: "transparent" },
  Layout: { headerBg: k.bar, headerHeight: 56, headerPadding: 0, bodyBg: k.ground, footerBg: k.ground },
  Menu: {
    darkItemBg: k.bar,
    darkItemColor: k.barText2,
    darkItemSelectedColor: k.barText,
    darkItemSelectedBg: "transparent",
    horizontalLineHeight: "56px",
  },
  Skeleton: { gradientFromColor: k.sunken, gradientToColor: k.line },
  Message: { contentPadding: "12px 16px" },
});

/** Selection is ink, so the seed primary is `select`; coral is given to the button alone. `still`: nothing may move. */
export const antdTheme = (k: Palette, { isDark, still }: { isDark: boolean; still: boolean }): ThemeConfig => ({
  algorithm: [isDark ? theme.darkAlgorithm : theme.defaultAlgorithm, exact(k)],
  cssVar: { key: isDark ? "dark" : "light" },
  hashed: false,
  token: { ...tokens(k), motion: !still },
  components: { ...controls(k, isDark), ...containers(k) },
});
