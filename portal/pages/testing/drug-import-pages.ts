// Drug lists and their imports in every state, with every rule.
import {
  FAULT_RULES,
  ImportFailure,
  ImportState,
  REMARK_RULES,
  type DrugImport,
  type ImportFinding,
} from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { importPage } from '../drug-imports/import-page.tsx'
import { importsPage } from '../drug-imports/imports-page.tsx'
import { FIRST_VALUES, type StartFormProps } from '../drug-imports/start-form.tsx'
import { HOSTILE } from './fixtures.ts'

export function importOf(changes: Partial<DrugImport> = {}): DrugImport {
  return {
    id: 7,
    source: 'bdpm',
    encoding: 'windows-1252',
    state: 'checked',
    files: [{ name: 'CIS_bdpm.txt', bytes: 3_412_345, sha256: 'ab'.repeat(32), isReceived: true }],
    rowsRead: 79_927,
    percent: 100,
    counts: {
      drugs: 15_848,
      drugsNew: 12,
      drugsChanged: 40,
      drugsWithdrawn: 9,
      packs: 20_871,
      packsNew: 62,
      packsChanged: 3,
      packsWithdrawn: 73,
      mustConfirm: false,
    },
    faults: 0,
    remarks: 3,
    rules: [{ file: 'CIS_CIP_bdpm.txt', rule: 'orphan', isFault: false, count: 3 }],
    failure: null,
    startedBy: 'Ada Admin',
    startedAt: '2026-11-20T11:00:00.000Z',
    updatedAt: '2026-11-20T11:00:09.000Z',
    ...changes,
  }
}

const RULES = [
  ...FAULT_RULES.map((rule) => ({ rule, isFault: true })),
  ...REMARK_RULES.map((rule) => ({ rule, isFault: false })),
  { rule: 'other' as const, isFault: false },
]

export function drugImportPages(frame: FrameProps): Record<string, string> {
  return { ...listPages(frame), ...onePages(frame) }
}

function listPages(frame: FrameProps) {
  const { busy, startRefused } = texts(frame.language).drugImports
  const quiet = { values: FIRST_VALUES, faults: new Set<never>(), problem: null }
  const page = (items: DrugImport[], start: Omit<StartFormProps, 'frame'> = quiet, total = items.length) =>
    importsPage({
      frame: { ...frame, path: '/medicines' },
      query: { page: total > items.length ? 3 : 1, pageSize: 50 },
      list: { items, total, page: 1, pageSize: 50 },
      start,
    })
  const states = ImportState.options.map((state, at) =>
    importOf({ id: at + 1, state, percent: 40, failure: state === 'failed' ? 'internal' : null }),
  )
  const failed = ImportFailure.options.map((failure, at) =>
    importOf({ id: at + 20, state: 'failed', failure }),
  )
  const values = { kind: 'tables', source: HOSTILE, encoding: 'windows-1254' } as const
  return {
    imports: page([...states, ...failed, importOf({ id: 40, startedBy: HOSTILE })]),
    'imports, none': page([]),
    'imports, third page': page(states, quiet, 200),
    'imports, past the end': page([], quiet, 3),
    'imports, faulty': page([], { values, faults: new Set(['source', 'files']), problem: null }),
    'imports, refused': page([], { ...quiet, problem: startRefused }),
    'imports, busy': page([], { ...quiet, problem: busy }),
  }
}

function onePages(frame: FrameProps) {
  const places: ImportFinding[] = RULES.map(({ rule, isFault }, at) => ({
    file: 'CIS_CIP_bdpm.txt',
    line: at === 0 ? null : at * 1_000,
    rule,
    isFault,
    what: HOSTILE,
  }))
  const page = (about: DrugImport, problem: string | null = null, items: ImportFinding[] = []) =>
    importPage({
      frame,
      about,
      query: { page: 1, pageSize: 50 },
      findings: { items, total: items.length, page: 1, pageSize: 50 },
      problem,
    })
  const { notConfirmed, stepRefused } = texts(frame.language).drugImports
  const all = RULES.map((rule) => ({ ...rule, file: 'CIS_CIP_bdpm.txt' as const, count: 2_345 }))
  const counts = importOf().counts
  const cut = counts === null ? null : { ...counts, mustConfirm: true }
  return {
    'import, open': page(importOf({ state: 'open', counts: null, rules: [], remarks: 0 })),
    'import, checking': page(importOf({ state: 'checking', percent: 30, counts: null })),
    'import, checked': page(importOf(), stepRefused),
    'import, nothing found': page(importOf({ rules: [], remarks: 0, source: HOSTILE })),
    'import, to be confirmed': page(importOf({ counts: cut }), notConfirmed),
    'import, refused': page(
      importOf({ state: 'refused', faults: 40, rules: all, counts: null }),
      null,
      places,
    ),
    'import, applied': page(importOf({ state: 'applied' })),
    'import, failed': page(importOf({ state: 'failed', failure: 'interrupted' })),
  }
}
