// One cache of compiled code for all processes of a test run: workers, their threads, and every program that they start.
import { join } from 'node:path'
import { repository } from '../command.ts'

/** The folder that scripts/run.cjs uses as well. */
const FOLDER = join(repository, 'node_modules/.cache/compile')

/**
 * From here on each Node that this process starts keeps there what it stripped of types and compiled, and reads what others kept. An
 * agent within a test starts a thread from .ts files; stripping and compiling them anew was half of the processor time of
 * such tests.
 */
export function shareCompiledCode(): void {
  process.env['NODE_COMPILE_CACHE'] ??= FOLDER
}
