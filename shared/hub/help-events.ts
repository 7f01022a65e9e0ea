// What the person at a computer asks of support, by the relay hub: a part of IRelayHub. The hub knows which computer it is; nothing
// that is sent says so. And that there is something to ask for: a part of IRelayClient.
import { z } from 'zod'
import {
  HelpAnswer,
  HelpChange,
  HelpMessage,
  HelpQuestion,
  HelpRead,
  HelpRequest,
  HelpTask,
  HelpWords,
  MAX_HELP_MESSAGES,
  MAX_HELP_TASKS,
} from '../api/support/help.ts'
import { HelpBundle, HelpLabel } from '../api/support/help-bundle.ts'
import { HelpPresence } from '../api/support/task-presence.ts'
import type { Contract } from './request-reply.ts'

/**
 * Answered when the store API has committed it: who hears nothing sends the same `clientId` again. FORBIDDEN with a reason: it is
 * not possible as things are; RATE_LIMITED: too often within the hour; UNAVAILABLE: later; NOT_SUPPORTED: this hub knows no support.
 */
export const helpEvents = {
  AskForHelpAsync: { args: z.tuple([HelpRequest]), reply: HelpTask },
  SendHelpMessageAsync: { args: z.tuple([HelpWords]), reply: HelpMessage },
  /** The newest first. */
  ListHelpTasksAsync: { args: z.tuple([]), reply: z.array(HelpTask).max(MAX_HELP_TASKS) },
  /** The oldest first; asked again after the last, until none comes. */
  ListHelpMessagesAsync: {
    args: z.tuple([HelpQuestion]),
    reply: z.array(HelpMessage).max(MAX_HELP_MESSAGES),
  },
  ReadHelpMessagesAsync: { args: z.tuple([HelpRead]), reply: z.null() },
  AnswerHelpAsync: { args: z.tuple([HelpAnswer]), reply: HelpTask },
  /** As SendHelpMessageAsync. FORBIDDEN with a reason, too: it is no text, or not the one that was sent. At most one a second. */
  SendHelpBundleAsync: { args: z.tuple([HelpBundle]), reply: HelpMessage },
  /** As SendHelpBundleAsync: the masked picture of a label, to which a person at the computer said yes. */
  SendHelpLabelAsync: { args: z.tuple([HelpLabel]), reply: HelpMessage },
  /** Somebody at the computer writes: every 20 s, and `left` when he stopped. Nobody keeps it. */
  SupportPresenceAsync: { args: z.tuple([HelpPresence]), reply: z.null() },
} as const satisfies Contract

/** What the hub tells the computer. Lost, late and repeated ones do no harm: they say that something is new, and it asks what. */
export const helpNews = {
  HelpChangedAsync: { args: z.tuple([HelpChange]), reply: z.null() },
  /** Support writes, or stopped (`left`); 45 s after the last word of it nobody does. */
  SupportPresenceAsync: { args: z.tuple([HelpPresence]), reply: z.null() },
} as const satisfies Contract
