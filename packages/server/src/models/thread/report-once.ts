/** Reports each problem once, however often it occurs. */
export function reportOnce(onTrouble: (problem: string) => void): (problem: string) => void {
  const reported = new Set<string>()
  return (problem) => {
    if (reported.has(problem)) return
    reported.add(problem)
    onTrouble(problem)
  }
}
