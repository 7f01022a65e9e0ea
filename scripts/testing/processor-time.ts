// What tests take of the processors: on a machine that has other work too, it says more than their seconds. Linux only.
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const TICKS_PER_S = 100
const Times = z.array(z.object({ file: z.string(), seconds: z.number() }))

/** Of this process and of those that it waited for, theirs included, in s; 0 where the system does not tell. */
export function processorSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // The second field is the program's name in brackets and may itself hold brackets and spaces.
    const [user, system, usersOfOthers, systemOfOthers] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11)
    return (
      [user, system, usersOfOthers, systemOfOthers].reduce((sum, ticks) => sum + Number(ticks), 0) /
      TICKS_PER_S
    )
  } catch {
    return 0
  }
}

/** By test file, from the lines that processor-time.setup.ts wrote. */
export function readProcessorTimes(lines: string): ReadonlyMap<string, number> {
  const times = Times.parse(
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line)),
  )
  return new Map(times.map(({ file, seconds }) => [file, seconds]))
}
