// The endpoints of the pharmacy API: drugs, packs by their code, imports of drug lists; patients and prescriptions stand beside it.
import { z } from 'zod'
import { IdText } from '../ids.ts'
import { STAFF_ROLES } from '../user-role.ts'
import { endpoint, pageOf, paging, type EndpointTable } from './endpoint.ts'
import { crossSaleApi } from './pharmacy/cross-sale.ts'
import { pharmacyDevicesApi } from './pharmacy/devices.ts'
import { Drug, DrugSearchQuery, FoundDrug, Scan, ScannedPack } from './pharmacy/drugs.ts'
import {
  DrugImport,
  DrugImportApply,
  DrugImportStart,
  ImportFinding,
  ListFileName,
  MAX_LIST_FILE_BYTES,
} from './pharmacy/imports.ts'
import { pharmacyFhirApi } from './pharmacy/fhir.ts'
import { suggestionsApi } from './pharmacy/suggestions.ts'
import { patientSmsApi, smsApi } from './pharmacy/sms.ts'
import { smsOptOutsApi } from './pharmacy/sms-opt-outs.ts'
import { pharmacyPatientsApi } from './pharmacy/patients.ts'
import { pharmacyPrescriptionsApi } from './pharmacy/prescriptions.ts'
import { pharmacyProfileApi } from './pharmacy/profile.ts'

const IMPORTS = '/api/v1/drug-imports'
const IMPORT = `${IMPORTS}/{importId}`
const importParams = z.strictObject({ importId: IdText })
/** SuperSupport is Support and more. */
const READERS = ['Pharmacist', ...STAFF_ROLES, 'Service'] as const

export const pharmacyApi = {
  ...pharmacyProfileApi,
  ...pharmacyPatientsApi,
  ...pharmacyPrescriptionsApi,
  ...pharmacyFhirApi,
  searchDrugs: endpoint({
    method: 'GET',
    path: '/api/v1/drugs',
    summary: 'Search drugs as one types: beginnings of words; where a word begins nothing, the nearest ones',
    access: READERS,
    query: DrugSearchQuery,
    reply: { status: 200, schema: pageOf(FoundDrug) },
  }),
  getDrug: endpoint({
    method: 'GET',
    path: '/api/v1/drugs/{drugId}',
    summary: 'One drug with its packs, also after its list no longer has it',
    access: READERS,
    params: z.strictObject({ drugId: IdText }),
    reply: { status: 200, schema: Drug },
  }),
  findPack: endpoint({
    method: 'POST',
    path: '/api/v1/drugs/by-scan',
    summary: 'The pack of a scan or a typed code; state_conflict with candidates when several drugs fit',
    access: ['Pharmacist', 'Service'],
    body: Scan,
    maxBodyBytes: 2_048,
    reply: { status: 200, schema: ScannedPack },
    refusals: ['not_found', 'state_conflict'],
  }),
  listDrugImports: endpoint({
    method: 'GET',
    path: IMPORTS,
    summary: 'Imports of drug lists, newest first',
    access: ['Admin'],
    query: z.strictObject({ page: paging.page, pageSize: paging.pageSize }),
    reply: { status: 200, schema: pageOf(DrugImport) },
  }),
  startDrugImport: endpoint({
    method: 'POST',
    path: IMPORTS,
    summary:
      'Begin an import: which list, and each of its files with size and SHA-256. An earlier one that was not applied ends',
    access: ['Admin'],
    body: DrugImportStart,
    reply: { status: 201, schema: DrugImport },
    refusals: ['state_conflict'],
  }),
  putDrugImportFile: endpoint({
    method: 'PUT',
    path: `${IMPORT}/files/{name}`,
    summary: 'Send one file; other bytes than those that were announced are refused',
    access: ['Admin'],
    params: importParams.extend({ name: ListFileName }),
    stream: true,
    maxBodyBytes: MAX_LIST_FILE_BYTES,
    reply: { status: 200, schema: DrugImport },
    refusals: ['state_conflict'],
  }),
  checkDrugImport: endpoint({
    method: 'POST',
    path: `${IMPORT}/check`,
    summary:
      'Read the files and compare them with what there is, without changing anything; returns when that has begun',
    access: ['Admin'],
    params: importParams,
    reply: { status: 200, schema: DrugImport },
    refusals: ['state_conflict'],
  }),
  applyDrugImport: endpoint({
    method: 'POST',
    path: `${IMPORT}/apply`,
    summary: 'Carry out a checked import, all of it or nothing; returns when that has begun',
    access: ['Admin'],
    params: importParams,
    body: DrugImportApply,
    recentSignIn: true,
    reply: { status: 200, schema: DrugImport },
    refusals: ['state_conflict'],
  }),
  getDrugImport: endpoint({
    method: 'GET',
    path: IMPORT,
    summary: 'How far an import is, what it found and changes',
    access: ['Admin'],
    params: importParams,
    reply: { status: 200, schema: DrugImport },
  }),
  listImportFindings: endpoint({
    method: 'GET',
    path: `${IMPORT}/faults`,
    summary: 'Faults, then remarks, with file and line; 1,000 of each are kept',
    access: ['Admin'],
    params: importParams,
    query: z.strictObject({ page: paging.page, pageSize: paging.pageSize }),
    reply: { status: 200, schema: pageOf(ImportFinding) },
  }),
  ...crossSaleApi,
  ...smsApi,
  ...patientSmsApi,
  ...smsOptOutsApi,
  ...pharmacyDevicesApi,
  ...suggestionsApi,
} as const satisfies EndpointTable
