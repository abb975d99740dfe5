import { messageEndpoints, type CallOutput } from "@coralhub/contract";
import {
  MESSAGE_CATEGORIES,
  messageLifecycle,
  type DigestRhythm,
  type MessageCategory,
  type MessageState,
} from "@coralhub/domain";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { unreadQuery } from "../../platform/unread.ts";

const calls = connect(messageEndpoints);
const PAGE_SIZE = 20;
const FIRST_PAGE: { pageNo: number; cursor?: string } = { pageNo: 1 };

export type Message = CallOutput<typeof messageEndpoints.messages.output>["records"][number];
export type Preferences = CallOutput<typeof messageEndpoints.messagePreferences.output>;
export type MessageView = { category?: MessageCategory; byTime: boolean; search: string };

const wireCategory = (category: MessageCategory | undefined) => category && MESSAGE_CATEGORIES[category].wire;
/** The specification's number of a message's state. */
const wireStatus = (state: MessageState) => messageLifecycle.states[state].wire as 0 | 1 | 2;

export const messagesQuery = ({ category, byTime, search }: MessageView) =>
  infiniteQueryOptions({
    queryKey: ["messages", "list", category ?? null, byTime, search],
    initialPageParam: FIRST_PAGE,
    queryFn: ({ pageParam }) =>
      calls.messages({
        ...pageParam,
        pageSize: PAGE_SIZE,
        sort: byTime ? "createdAt" : "status",
        category: wireCategory(category),
        filters: search ? { title: search } : {},
      }),
    getNextPageParam: (last) =>
      last.nextCursor === undefined ? undefined : { pageNo: last.pageNo + 1, cursor: last.nextCursor },
  });

export const countsQuery = queryOptions({ queryKey: ["messages", "counts"], queryFn: () => calls.messageCounts({}) });

export const preferencesQuery = queryOptions({
  queryKey: ["messages", "preferences"],
  queryFn: () => calls.messagePreferences({}),
});

type Change = { state: MessageState; ids: string[] } | { state: MessageState; all: true; category?: MessageCategory };

/** Reads, unreads or deletes; the lists and the badge follow. */
export function useChangeMessages() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) =>
      calls.changeMessageStatus({
        status: wireStatus(change.state),
        ...("ids" in change ? { ids: change.ids } : { mark: "unread", category: wireCategory(change.category) }),
      }),
    onSuccess: ({ unread }) => {
      client.setQueryData(unreadQuery.queryKey, unread);
      return client.invalidateQueries({ queryKey: ["messages"], refetchType: "active" });
    },
  });
}

export function useSetPreference() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Parameters<typeof calls.setMessagePreference>[0]) => calls.setMessagePreference(change),
    onSettled: () => client.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
  });
}

export function useSetDigest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rhythm: DigestRhythm) => calls.setDigest({ rhythm }),
    onSettled: () => client.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
  });
}

export function useSetQuietNights() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) => calls.setQuietNights({ on }),
    onSettled: () => client.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
  });
}
