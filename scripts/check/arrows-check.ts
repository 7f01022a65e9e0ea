// Finds imports that the table of arrows forbids, and circles of imports, with dependency-cruiser.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IViolation } from 'dependency-cruiser'
import { arrows, type Arrow } from './arrows.ts'

/** One import that an arrow forbids, or that closes a circle. Paths are relative to the repository. */
export interface Violation {
  readonly file: string
  readonly target: string
  readonly reason: string
}

export interface ArrowsResult {
  /** Modules that were read; 0 means that nothing was checked and must be treated as a failure. */
  readonly moduleCount: number
  readonly violations: readonly Violation[]
}

/** Types included: whoever reads one file of a circle has to read them all. */
const NO_CIRCLE: IForbiddenRuleType = {
  name: 'no-circle',
  severity: 'error',
  from: {},
  to: { circular: true },
}

const FOLDERS = ['shared', 'agent', 'relay-server', 'portal', 'operations', 'scripts', 'tests']

/** Reads every import of the repository at `root` and returns those that `arrows` forbids or that close a circle. */
export async function checkArrows(root: string): Promise<ArrowsResult> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)))
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: [...arrows.map(toRule), NO_CIRCLE] },
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|public)/' },
      // Reads type-only imports too, which the compiler would drop.
      tsPreCompilationDeps: true,
    },
    { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  )
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text')
  return { moduleCount: output.summary.totalCruised, violations: toViolations(output) }
}

function toRule(arrow: Arrow): IForbiddenRuleType {
  return {
    name: arrow.name,
    comment: arrow.reason,
    severity: 'error',
    from: { path: arrow.from, ...(arrow.exceptFrom === null ? {} : { pathNot: arrow.exceptFrom }) },
    to: {
      path: arrow.mayNotImport,
      ...(arrow.exceptTo === null ? {} : { pathNot: arrow.exceptTo }),
      ...(arrow.typesAllowed ? { dependencyTypesNot: ['type-only'] } : {}),
    },
  }
}

function toViolations(result: ICruiseResult): Violation[] {
  const reasonByName = new Map(arrows.map((arrow) => [arrow.name, arrow.reason]))
  return result.summary.violations.map((violation) => ({
    file: violation.from,
    target: violation.to,
    reason: reasonByName.get(violation.rule.name) ?? circleOf(violation),
  }))
}

function circleOf({ from, cycle = [] }: IViolation): string {
  const way = [from, ...cycle.map(({ name }) => name)].join(' → ')
  return `${way} is a circle; what its files share belongs in a file that imports none of them`
}

/** One violation in words: file, target, reason. */
export function describeViolation({ file, target, reason }: Violation): string {
  return `${file} may not import ${target}: ${reason}`
}
