// Loaded into a process with `node --import`: its clock is wrong by TEST_CLOCK_WRONG_BY_MS, as that of a badly set machine.
const wrongBy = Number(process.env.TEST_CLOCK_WRONG_BY_MS)
const { now } = Date
const wrongNow = () => now() + wrongBy

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [wrongNow()] : args, newTarget),
  apply: () => new Date(wrongNow()).toString(),
  get: (target, name, receiver) => (name === 'now' ? wrongNow : Reflect.get(target, name, receiver)),
})
