import type { Network, Networks } from '@platelight/imaging/network-port.ts'
import type { ProgressReport, ReportProgress, WorkContext } from '../operations/define-work.ts'

const NOTHING_YET: ProgressReport = { current: 0, total: 1, status: '' }

/**
 * A context in which every answer of a network is reported as a sign of life. Finding a dish asks networks up to ten times within
 * one stage, and on a slow or busy machine that takes longer than a stage may.
 */
export function reportAnswers<Context extends Pick<WorkContext, 'networks' | 'report'>>(context: Context): Context {
  const { networks, report } = context
  if (!report) return context
  let last = NOTHING_YET
  let answers = 0
  const reported: ReportProgress = (progress) => {
    last = progress
    report(progress)
  }
  const answered = () => report({ ...last, answers: ++answers })
  return { ...context, networks: heard(networks, answered), report: reported }
}

/** Networks of which every answer is heard. */
const heard = (networks: Networks, onAnswer: () => void): Networks => ({
  ...networks,
  async find(use) {
    const network = await networks.find(use)
    return network && heardNetwork(network, onAnswer)
  },
})

const heardNetwork = (network: Network, onAnswer: () => void): Network => ({
  ...network,
  async run(input) {
    const inference = await network.run(input)
    onAnswer()
    return inference
  },
})
