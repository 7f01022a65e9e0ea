// Every request that has a button in a computer's row and a page for its answer, in the order of the buttons.
import { diagnosisRequest } from '../diagnosis/diagnosis-request.tsx'
import { updateRequest } from './update-request.tsx'
import type { RowRequest } from './row-request.ts'

export const ROW_REQUESTS: readonly RowRequest[] = [diagnosisRequest, updateRequest]
