// `npm run canary -- --labels 10000`: marked labels on every path, and marked patients; no trace of them outside what is sealed.
import { flag, whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { runPatientCanary, type PatientCanaryResult } from './patients/run-patients.ts'
import { closableLan, exitCodeOfOwnNetwork } from './own-network.ts'
import { runCanary, type CanaryResult } from './run-canary.ts'

await runProgram({
  name: 'canary',
  about: `Labels of patients that do not exist on every path through the demo, and such patients and their prescriptions through the
pharmacy API, then a search of all that they left; code 1 when something was found.`,
  options: {
    labels: whole('labels', { low: 100, high: 999_999_999, fallback: 1_000 }),
    prescriptions: whole('prescriptions', { low: 1, high: 999_999, fallback: 1_000 }),
    patients: flag('prescriptions alone, no label'),
  },
  run: async ({ labels, prescriptions, patients }, say) => {
    if (patients) return patientOutcome(await runPatientCanary({ prescriptions }))
    const exitCode = exitCodeOfOwnNetwork()
    if (exitCode !== null) process.exit(exitCode)
    const lan = closableLan()
    if (lan === null)
      say('canary: no label goes through the hub; that needs Linux, root and the right to make networks')
    const result = await runCanary({ labels, lan, say })
    const ofPatients = patientOutcome(await runPatientCanary({ prescriptions }))
    const isGood = result.hits.length + result.logFaults.length === 0 && ofPatients.isGood
    return { text: `${textOf(result)}\n${ofPatients.text}`, isGood }
  },
})

function patientOutcome(result: PatientCanaryResult): { readonly text: string; readonly isGood: boolean } {
  const { prescriptions, refusals, shown, labels, files, megabytes, rows, hits, seconds } = result
  const text = [
    `${prescriptions} prescriptions, shown in ${shown} answers, and ${refusals} refusals; ${labels} labels through the window of an agent; ${files} files with ${megabytes} MiB and ${rows} rows searched: ${seconds.toFixed(0)} s`,
    `${hits.length} hits`,
    ...hits,
  ]
  return { text: text.join('\n'), isGood: hits.length === 0 }
}

function textOf(result: CanaryResult): string {
  const { labels, throughHub, paths, printed, files, megabytes, rows, hits, logFaults, seconds } = result
  return [
    `${labels} labels on ${paths} paths, ${throughHub} of them through the hub, ${printed} came out; ${files} files with ${megabytes} MiB and ${rows} rows searched: ${seconds.toFixed(0)} s`,
    `${hits.length} hits, ${logFaults.length} log faults`,
    ...hits,
    ...logFaults,
  ].join('\n')
}
