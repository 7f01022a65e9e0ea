// The way of a job as text in its row: a line for each step (step-row.ts), so that a step is written with the change that it tells
// of, and no page of the file more. Without zod, for the thread that owns the file.

/** Index of the time in a line. */
const TOOK_AT = 3

/** Of JSON values, none of which has a line end in it. */
export function stepsOf(way: string): unknown[] {
  return way.split('\n').map((line): unknown => JSON.parse(line))
}

/**
 * At most `most` steps: of more the second goes. The third takes the second's time over, so that the times of a trace still
 * add up to the age of its job.
 */
export function shortened(way: string, most: number): string {
  const lines = way.split('\n')
  while (lines.length > Math.max(2, most)) {
    const [second = '', third = ''] = lines.slice(1, 3)
    lines.splice(1, 2, withTime(third, second))
  }
  return lines.join('\n')
}

function withTime(third: string, second: string): string {
  const [before, step] = [valuesOf(second), valuesOf(third)]
  const times = [before[TOOK_AT], step[TOOK_AT]]
  const sum = times.every((time) => typeof time === 'number') ? Number(times[0]) + Number(times[1]) : null
  return JSON.stringify(step.map((value, at) => (at === TOOK_AT ? sum : value)))
}

function valuesOf(line: string): unknown[] {
  const values: unknown = JSON.parse(line)
  if (!Array.isArray(values)) throw new Error('The spool expected a step and found something else')
  return values
}
