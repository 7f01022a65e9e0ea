// The endpoints of imports: who began what, its files, its two runs, and what it found.
import type { DrugImport } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { LIST_FILES } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { PharmacyDb } from '../database.ts'
import type { ImportRuns } from './import-runs.ts'
import {
  beginImport,
  beginRun,
  failSilentImports,
  listFindings,
  listImports,
  readImport,
} from './imports.queries.ts'
import { takeFile } from './uploads.ts'

export interface ImportParts {
  readonly db: PharmacyDb
  readonly runs: ImportRuns
}

type Handlers = EndpointHandlers<typeof pharmacyApi>

export function importHandlers({ db, runs }: ImportParts) {
  return {
    listDrugImports: async ({ query }) => {
      await failSilentImports(db)
      return listImports(db, query)
    },
    startDrugImport: async ({ body, caller }) => {
      refuseForeignFiles(body.source, body.files)
      await failSilentImports(db)
      const begun = await beginImport(db, body, { name: caller.name, guid: caller.subject })
      if ('refusal' in begun) throw new ProblemError('state_conflict', REFUSALS[begun.refusal])
      return found(db, begun.id)
    },
    putDrugImportFile: async ({ params, body }) => {
      await takeFile(db, { ...params, body })
      return found(db, params.importId)
    },
    getDrugImport: async ({ params }) => {
      await failSilentImports(db)
      return found(db, params.importId)
    },
    listImportFindings: async ({ params, query }) => {
      await found(db, params.importId)
      return listFindings(db, params.importId, query)
    },
    ...runHandlers({ db, runs }),
  } satisfies Partial<Handlers>
}

function runHandlers({ db, runs }: ImportParts) {
  const run = async (
    importId: number,
    step: 'check' | 'apply',
    confirmWithdrawn: boolean,
  ): Promise<DrugImport> => {
    runs.refuseMore()
    const runId = await beginRun(db, { importId, ...STEPS[step] })
    if (runId === null) throw new ProblemError('state_conflict', NOT_NOW[step])
    runs.start({ importId, runId, step, confirmWithdrawn })
    return found(db, importId)
  }
  return {
    checkDrugImport: async ({ params: { importId } }) => {
      await failSilentImports(db)
      const { files } = await found(db, importId)
      const missing = files.find(({ isReceived }) => !isReceived)
      if (missing !== undefined) throw new ProblemError('state_conflict', `${missing.name} has not come yet`)
      return run(importId, 'check', false)
    },
    applyDrugImport: async ({ params: { importId }, body }) => {
      await failSilentImports(db)
      const { counts } = await found(db, importId)
      if (counts?.mustConfirm === true && !body.confirmWithdrawn)
        throw new ProblemError(
          'state_conflict',
          'More than 5 % would be withdrawn: confirm that this is meant',
        )
      return run(importId, 'apply', body.confirmWithdrawn)
    },
  } satisfies Partial<Handlers>
}

const STEPS = {
  check: { from: ['open', 'checked'], to: 'checking' },
  apply: { from: ['checked'], to: 'applying' },
} as const

const NOT_NOW = {
  check: 'This import is under way or over',
  apply: 'Only an import that was checked and has no faults can be applied',
} as const

const REFUSALS = {
  running: 'An import of this list is under way',
  too_many: 'Too many imports are open; apply or replace one first',
} as const

async function found(db: PharmacyDb, importId: number): Promise<DrugImport> {
  const row = await readImport(db, importId)
  if (row === null) throw new ProblemError('not_found', 'There is no such import')
  return row
}

/** Each list has its own files, and each of them once. */
function refuseForeignFiles(source: string, files: readonly { readonly name: string }[]): void {
  const names: readonly string[] = source === 'bdpm' ? LIST_FILES.bdpm : LIST_FILES.tables
  const errors = files.flatMap(({ name }, index) => {
    const path = `body.files.${index}.name`
    if (!names.includes(name)) return [{ path, message: `is no file of this list: ${names.join(', ')}` }]
    return files.findIndex((file) => file.name === name) === index ? [] : [{ path, message: 'comes twice' }]
  })
  if (errors.length > 0) throw new ProblemError('invalid', 'Some fields are not valid', { errors })
}
