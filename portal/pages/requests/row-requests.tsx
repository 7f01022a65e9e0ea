// Every request that has a button in a computer's row and a page for its answer, in the order of the buttons.
import { Notice } from '../../views/notice.tsx'
import { diagnosisRequest } from '../diagnosis/diagnosis-request.tsx'
import { plainRequest, type RowRequest } from './row-request.ts'
import { updateText } from './update-text.ts'

export const ROW_REQUESTS: readonly RowRequest[] = [
  diagnosisRequest,
  plainRequest('CheckUpdatesAsync', {
    segment: 'update',
    text: ({ updates }) => updates.ask,
    shown: (answer, t) => (
      <Notice kind={answer.fault === null ? 'success' : 'warning'}>{updateText(answer, t)}</Notice>
    ),
  }),
]
