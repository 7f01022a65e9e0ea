// A support task and its messages as the store API tells them to staff.
import { z } from 'zod'
import { Presence } from '../../device.ts'
import { DiagnosedHop, Diagnosis } from '../../diagnosis.ts'
import { Id, Instant, StoreId, Uuid } from '../../ids.ts'
import { growing } from '../../wire.ts'
import { TaskFile } from './task-file.ts'
import { SupportProblem } from '../relay-support.ts'

/** new, claimed by one member of staff, given back by him, done, or removed by who may. One that is not known is nobody's to change. */
export const TaskState = growing(z.enum(['new', 'claimed', 'released', 'done', 'removed']), 'removed')
export type TaskState = z.infer<typeof TaskState>
/** Who asked for it; `problem`: a rule, because a problem of a computer lasts; `incident`: many pharmacies got it within minutes. */
export const TaskOrigin = growing(z.enum(['pharmacy', 'staff', 'problem', 'incident']), 'staff')
export type TaskOrigin = z.infer<typeof TaskOrigin>

/** Who has to say something: the pharmacy's words are unanswered, or staff have answered. */
export const TaskTurn = growing(z.enum(['staff', 'pharmacy']), 'staff')
export type TaskTurn = z.infer<typeof TaskTurn>

/** 1 is the most urgent. */
export const Priority = z.int().min(1).max(3)
/** Minutes within which somebody should answer, by priority. */
export const ANSWER_WITHIN_MINUTES: Readonly<Record<number, number>> = { 1: 15, 2: 60, 3: 480 }

const Name = z.string().max(120)
/** Messages of one task have the numbers 1, 2, 3 without a gap, in the order of commit. */
export const Seq = z.int().min(0).max(1_000_000)
/** Messages that one task may have; then it needs a task that follows. */
export const MAX_TASK_MESSAGES = 2_000

export const SupportTaskRow = z
  .strictObject({
    id: Id,
    /** Of an incident, which belongs to none, one pharmacy that it hit: readers of an earlier version know of no task without. */
    customerId: Id,
    storeId: StoreId,
    customerName: Name,
    /** Null: of the whole pharmacy, or its computer was removed or moved away. */
    computerId: Id.nullable(),
    computerName: Name.nullable(),
    presence: Presence.nullable(),
    origin: TaskOrigin,
    problem: SupportProblem.nullable(),
    problemSince: Instant.nullable(),
    /** Null: nobody wrote a word; what is wrong says `problem` or `wrong`. */
    subject: z.string().max(200).nullable(),
    /** The first place of the diagnosis that stops labels; null without one. */
    wrong: DiagnosedHop.nullable(),
    priority: Priority,
    state: TaskState,
    version: z.int().min(1),
    claimedBy: z.string().max(64).nullable(),
    claimedByName: Name.nullable(),
    turn: TaskTurn,
    createdAt: Instant,
    /** Until when somebody should have answered; null while nothing is unanswered. */
    dueAt: Instant.nullable(),
    lastSeq: Seq,
    /** Messages of others that the caller has not read. */
    unread: z.int().min(0),
    reopened: z.int().min(0),
    /** Of an incident: pharmacies that have the problem now, and all that had it; null: it is none. */
    hit: z
      .strictObject({ now: z.int().min(0), all: z.int().min(0) })
      .nullable()
      .default(null),
  })
  .meta({ id: 'SupportTaskRow' })
export type SupportTaskRow = z.infer<typeof SupportTaskRow>

export const TaskAction = growing(
  z.enum([
    'create',
    'claim',
    'release',
    'hand_over',
    'take_over',
    'resolve',
    'recover',
    'reopen',
    'remove',
    'other',
  ]),
  'other',
)
export type TaskAction = z.infer<typeof TaskAction>

/** One step of a task; `by` null: the platform itself. */
export const SupportTaskStep = z
  .strictObject({
    version: z.int().min(1),
    at: Instant,
    action: TaskAction,
    became: TaskState,
    by: Name.nullable(),
    note: z.string().max(500).nullable(),
  })
  .meta({ id: 'SupportTaskStep' })
export type SupportTaskStep = z.infer<typeof SupportTaskStep>

/** The newest steps that are told. */
export const MAX_TASK_STEPS = 200

/** Pharmacies of an incident that are named, those that have the problem first. */
export const MAX_PLACES = 500

/** A pharmacy of an incident. */
export const IncidentPlace = z
  .strictObject({
    storeId: StoreId,
    name: Name,
    /** With the problem, now or before it was over. */
    computers: z.int().min(1),
    since: Instant,
    /** Since when it is over at all of them; null: it is not. */
    wellSince: Instant.nullable(),
  })
  .meta({ id: 'IncidentPlace' })
export type IncidentPlace = z.infer<typeof IncidentPlace>

export const SupportTaskDetail = SupportTaskRow.extend({
  diagnosis: Diagnosis.nullable(),
  diagnosisAt: Instant.nullable(),
  /** What the person at the computer is called, as he wrote it. */
  contactName: Name.nullable(),
  language: z.string().max(8).nullable(),
  /** What the one before left for the next; shown first. */
  handoverNote: z.string().max(500).nullable(),
  firstAnsweredAt: Instant.nullable(),
  doneAt: Instant.nullable(),
  resolution: z.string().max(500).nullable(),
  /** What the pharmacy said when it was done; null: nothing yet. */
  isSolved: z.boolean().nullable(),
  /** How far the pharmacy has read. */
  pharmacyReadSeq: Seq,
  lastPublicSeq: Seq,
  steps: z.array(SupportTaskStep).max(MAX_TASK_STEPS),
  /** Empty for what is no incident. */
  places: z.array(IncidentPlace).max(MAX_PLACES).default([]),
  /** The newest relay event that this contains. */
  lastEventId: z.int().min(0),
}).meta({ id: 'SupportTaskDetail' })
export type SupportTaskDetail = z.infer<typeof SupportTaskDetail>

export const MessageAuthor = growing(z.enum(['staff', 'pharmacy']), 'staff')
export type MessageAuthor = z.infer<typeof MessageAuthor>

export const TaskMessage = z
  .strictObject({
    seq: z.int().min(1),
    clientId: Uuid,
    author: MessageAuthor,
    /** Of who wrote it, as he was called then. */
    authorName: Name,
    /** A note among staff: never to a device. */
    isInternal: z.boolean(),
    /** Empty where it was erased. */
    text: z.string().max(4_000),
    isErased: z.boolean(),
    /** Null: it brings none. */
    file: TaskFile.nullable().default(null),
    at: Instant,
  })
  .meta({ id: 'SupportTaskMessage' })
export type TaskMessage = z.infer<typeof TaskMessage>
