// POST /medicines: the files of a list go to the pharmacy API and are checked there; what refuses them is said on the form.
import { z } from 'zod'
import {
  LIST_FILES,
  ListEncoding,
  ListFileName,
  ListSource,
} from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { uploadedFiles } from '../../http/receive-uploads.ts'
import { redirect } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { StaffHandler, StoreCall } from '../../http/staff.ts'
import type { UploadedFile } from '../../http/uploaded-form.ts'
import { importPath } from './import-paths.ts'
import { sendList, type SentFile, type SentList } from './send-list.ts'
import type { StartFormProps, StartValues } from './start-form.tsx'

/** Shows the page with the form again. */
type Again = (
  context: RequestContext,
  pharmacy: StoreCall,
  start: Omit<StartFormProps, 'frame'> & { readonly status: number },
) => Promise<void>

const StartForm = z.object({ kind: z.enum(['bdpm', 'tables']), source: typed(100), encoding: ListEncoding })

export function startImport(again: Again): StaffHandler {
  return async (context, pharmacy) => {
    const values = readForm(StartForm, context.request.body)
    const list = listOf(values, uploadedFiles(context.response))
    if ('faults' in list) {
      const { status } = PROBLEM_CODES.invalid
      return await again(context, pharmacy, { values, faults: list.faults, problem: null, status })
    }
    try {
      const { id } = await sendList(pharmacy, list)
      await redirect(context, importPath(id))
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'state_conflict') throw error
      const problem = texts(context.preferences.language).drugImports.startRefused
      const { status } = PROBLEM_CODES[error.code]
      await again(context, pharmacy, { values, faults: new Set(), problem, status })
    }
  }
}

/** Pure. Every file has a name of this list, and each comes once. */
export function listOf(
  { kind, source, encoding }: StartValues,
  uploaded: readonly UploadedFile[],
): SentList | { readonly faults: ReadonlySet<'source' | 'files'> } {
  const named = kind === 'bdpm' ? kind : (ListSource.safeParse(source.trim()).data ?? null)
  const names: readonly string[] = LIST_FILES[kind]
  const files = uploaded.flatMap((file): SentFile[] => {
    const name = ListFileName.safeParse(file.name)
    return name.success && names.includes(name.data) && file.bytes > 0 ? [{ ...file, name: name.data }] : []
  })
  const isEachOnce = new Set(files.map(({ name }) => name)).size === uploaded.length
  const faults = new Set<'source' | 'files'>()
  // Another list may not take the name whose files have a form of their own.
  if (named === null || (kind === 'tables' && named === 'bdpm')) faults.add('source')
  if (files.length === 0 || !isEachOnce) faults.add('files')
  return named === null || faults.size > 0 ? { faults } : { source: named, encoding, files }
}
