// Which printers print documents: labels sent to one come out as pages of text, or not at all. Pure.
import { findModel, mannersOf, modelName } from '../../status/models/find-model.ts'
import { parseIeee1284Id } from '../../status/models/ieee1284-id.ts'
import type { SystemModel } from '../../status/models/printer-model.ts'
import { looksLikeLabels } from './label-words.ts'

/** Series and drivers of printers of documents; a maker alone proves nothing. */
const DOCUMENTS = [
  /laserjet|officejet|deskjet|photosmart|pagewide|smart ?tank|\bhp (?:envy|laser|color laser|universal|smart universal)/i,
  /pixma|maxify|image(?:runner|class|press)|i-sensys|\blbp ?\d{3}|\bcanon (?:generic|ufr|ir|mf|mg|mx|ts|g)/i,
  /ecosys|taskalfa|\bkyocera (?:fs|km|classic)|\bricoh (?:aficio|im|mp|sp|p)\b|aficio|gestetner|lanier|nashuatec/i,
  /\blexmark (?:[bcmx]\w?\d|ms|mx|cs|cx|universal)|phaser|workcentre|versalink|altalink|docuprint|xerox (?:global|[bc]\d{3})/i,
  /bizhub|\bineo\b|konica minolta (?:universal|magicolor)|magicolor|\bsharp (?:mx|bp|ar)-|e-studio|\butax\b|pantum/i,
  /\bepson (?:et|wf|xp|stylus|al|aculaser|l\d{3,4}|universal)\b|\bepson (?:et|wf|xp|al)-|ecotank|workforce|aculaser/i,
  /\bbrother[ _](?:hl|mfc|dcp|fax)-|\bsamsung (?:ml|clp|clx|scx|sl|m\d|universal|xpress)|\boki (?:[bc]|mb|mc)\d{3}/i,
  /print to pdf|xps document writer|onenote|\bfax\b|pdf ?creator|generic (?:pdf|postscript|pcl)|universal print/i,
] as const
/** What printers of documents say that they take. */
const DOCUMENT_COMMANDS = /\b(?:PCL\w*|POSTSCRIPT|PWGRaster|URF|PDF|ESCPL2|ESCPR\w*|BIDI-ECP|PJL)\b/i

/** Only where its system or its own device id says so; false where nothing tells, and for whatever is known to print labels. */
export function isOfficePrinter(model: SystemModel | null): boolean {
  if (model === null || looksLikeLabels(model.text) || mannersOf(model).certain !== null) return false
  if (DOCUMENTS.some((pattern) => pattern.test(modelName(model)))) return true
  return findModel(model) === null && DOCUMENT_COMMANDS.test(parseIeee1284Id(model.text).commands)
}
