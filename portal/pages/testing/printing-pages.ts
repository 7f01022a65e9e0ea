// The page of a pharmacy in every state of assignments, editor, printer list and test label.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { JOB_STATES, type JobState } from '@pharmacy-relay/shared/print-job.ts'
import { AssignmentFailure, AssignmentStatus } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { PrinterRow } from '@pharmacy-relay/shared/printer.ts'
import { problemCodes } from '@pharmacy-relay/shared/problem.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { presentEntries, type RoleEditorProps } from '../printing/role-editor.tsx'
import type { LabelAnswer } from '../printing/test-label.tsx'
import { relayDetailPage } from '../relay-detail/relay-detail-page.tsx'
import { CENTRAL, HOSTILE, HOSTILE_PHARMACY, NOW, RIVERSIDE, computerOf } from './fixtures.ts'

type EditorState = Omit<RoleEditorProps, 'frame' | 'customer' | 'now'>

export const PRINTERS: readonly PrinterRow[] = [
  { id: 'cups:ZD421', name: 'ZD421', detail: 'Zebra ZD421, 203 dpi, counter' },
  { id: 'tcp:192.168.1.50:9100', name: '192.168.1.50', detail: 'network printer' },
]
const REPORTED_AT = '2026-11-20T11:55:00.000Z'

/** The editor for one computer of a pharmacy, as it is found unless changed. */
export function editorOf(
  customer: typeof CENTRAL,
  index: number,
  changes: Partial<EditorState> = {},
): EditorState {
  const computer = customer.computers[index]
  if (computer === undefined) throw new RangeError('no such computer')
  const list = { computerId: computer.id, printers: [...PRINTERS], reportedAt: REPORTED_AT }
  return {
    computer,
    entries: presentEntries(customer, computer),
    known: { list, answer: null },
    faults: new Set(),
    problem: null,
    ...changes,
  }
}

export function jobIn(state: JobState, ...reasons: Reason[]): LabelAnswer {
  return {
    kind: 'job',
    job: {
      id: '0b7c1f5e-6f0e-4a54-9a39-6f2f7a4f2f11',
      n: 1,
      state,
      reasons,
      sender: 'this computer',
      bytes: 120,
      language: 'zpl',
      destination: 'cups:ZD421',
      attempts: 1,
      acceptedAt: REPORTED_AT,
      changedAt: REPORTED_AT,
    },
  }
}

/** Page by name. */
export function printingPages(frame: FrameProps): Record<string, string> {
  return { ...statePages(frame), ...editorPages(frame), ...standbyPages(frame), ...labelPages(frame) }
}

function statePages(frame: FrameProps) {
  const at = REPORTED_AT
  const states = AssignmentStatus.shape.state.options.map((state, index) =>
    computerOf({ id: 200 + index, assignment: { version: 2, state, at, failure: null } }),
  )
  const failures = AssignmentFailure.options.map((code, index) =>
    computerOf({
      id: 300 + index,
      role: 1,
      // Every second one has the printer already, and goes on with it.
      reportedRole: index % 2 === 0 ? 2 : 1,
      printerName: 'cups:ZD421',
      assignment: { version: 2, state: 'failed', at, failure: { code, reason: HOSTILE } },
    }),
  )
  const config = CENTRAL.printerConfig
  const health = (code: 'no_role' | 'connecting') =>
    ({ level: 'warning', cause: { code, params: {} }, at: null, since: REPORTED_AT }) as const
  return {
    'computers without a role': relayDetailPage({
      frame,
      now: NOW,
      notice: 'printing-partly',
      customer: { ...CENTRAL, health: health('no_role') },
    }),
    'being set up': relayDetailPage({
      frame,
      now: NOW,
      hours: [],
      customer: { ...CENTRAL, health: health('connecting') },
    }),
    'assignment in every state': relayDetailPage({
      frame,
      now: NOW,
      notice: 'printing-saved',
      customer: { ...CENTRAL, computers: states },
    }),
    'assignment failed in every way': relayDetailPage({
      frame,
      now: NOW,
      notice: 'printing-unchanged',
      customer: {
        ...CENTRAL,
        computers: failures,
        printerConfig: config && { ...config, printerComputerId: 300 },
      },
    }),
  }
}

function editorPages(frame: FrameProps) {
  const page = (customer: typeof CENTRAL, editor: EditorState) =>
    relayDetailPage({ frame, customer, now: NOW, editor })
  const none = { computerId: 11, printers: [], reportedAt: null }
  const all = new Set(['role', 'printerName', 'tcpPort', 'confirm'] as const)
  const entered = {
    afterSeconds: HOSTILE,
    standbyReturn: HOSTILE,
    role: '1',
    printerName: `cups:${HOSTILE}`,
    tcpPort: HOSTILE,
  }
  const list = { computerId: 11, printers: [...PRINTERS], reportedAt: REPORTED_AT }
  return {
    'editor of a client': page(CENTRAL, editorOf(CENTRAL, 0)),
    'editor of an offline client': page(CENTRAL, editorOf(CENTRAL, 1)),
    'editor of the printer computer': page(CENTRAL, editorOf(CENTRAL, 2)),
    'editor without a printer computer': page(RIVERSIDE, editorOf(RIVERSIDE, 0)),
    'editor with others that have no role': page(
      RIVERSIDE,
      editorOf(RIVERSIDE, 1, { entries: { ...entered, clients: ['21'] }, problem: 'state_conflict' }),
    ),
    'editor, hostile': page(HOSTILE_PHARMACY, editorOf(HOSTILE_PHARMACY, 0)),
    'editor, no list yet': page(CENTRAL, editorOf(CENTRAL, 0, { known: { list: none, answer: null } })),
    'editor, empty list': page(
      CENTRAL,
      editorOf(CENTRAL, 0, { known: { list: { ...none, reportedAt: REPORTED_AT }, answer: 'asked' } }),
    ),
    'editor, faulty': page(
      CENTRAL,
      editorOf(CENTRAL, 2, { entries: entered, faults: all, problem: 'invalid' }),
    ),
    'editor, no printer chosen': page(
      CENTRAL,
      editorOf(CENTRAL, 0, {
        entries: { ...entered, printerName: '' },
        problem: 'invalid',
        faults: new Set(['printerName']),
      }),
    ),
    ...Object.fromEntries(
      problemCodes.map((code) => [
        `editor, ${code}`,
        page(
          CENTRAL,
          editorOf(CENTRAL, 0, { problem: code, known: { list, answer: { code, detail: HOSTILE } } }),
        ),
      ]),
    ),
    'editor, stale without a printer computer': page(
      RIVERSIDE,
      editorOf(RIVERSIDE, 0, { problem: 'version_stale' }),
    ),
  }
}

/** One that is set, one that is in use, and its editor. */
function standbyPages(frame: FrameProps) {
  const standby = { computerId: 11, printerName: 'cups:SECOND', afterSeconds: 90, return: 'manual' } as const
  const config = CENTRAL.printerConfig
  const waiting = { unknown: 0, held: 0, personReasons: [], printer: 0, printerReasons: [] }
  const used = (why: 'computer_away' | 'printer_away') => {
    const jobsWaiting = { ...waiting, standby: { computerName: HOSTILE, since: REPORTED_AT, why } }
    const computers = CENTRAL.computers.map((computer) => ({ ...computer, jobsWaiting }))
    return relayDetailPage({ frame, customer: { ...customer, computers }, now: NOW })
  }
  const customer = { ...CENTRAL, printerConfig: config && { ...config, standby } }
  const editor = editorOf(customer, 0, { faults: new Set(['afterSeconds']), problem: 'invalid' })
  return {
    'a standby printer': relayDetailPage({ frame, customer, now: NOW }),
    'a standby printer in use': used('computer_away'),
    'a standby printer in use, the first one off': used('printer_away'),
    'editor of the standby printer': relayDetailPage({ frame, customer, now: NOW, editor }),
  }
}

/** Of a newer version: shown as it is. */
const HOSTILE_REASON = { code: 'hostile', params: {}, detail: HOSTILE }

function labelPages(frame: FrameProps) {
  const [computer = computerOf()] = CENTRAL.computers
  const page = (answer: LabelAnswer) =>
    relayDetailPage({ frame, customer: CENTRAL, now: NOW, label: { computer, answer } })
  const states = Object.keys(JOB_STATES) as JobState[]
  return {
    'label, not done': page({ kind: 'problem', code: 'state_conflict', reason: HOSTILE }),
    ...Object.fromEntries(states.map((state) => [`label ${state}`, page(jobIn(state, HOSTILE_REASON))])),
    ...Object.fromEntries(
      problemCodes.map((code) => [`label, ${code}`, page({ kind: 'problem', code, reason: null })]),
    ),
  }
}
