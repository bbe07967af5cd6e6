import { memoryRateCounters } from '../../src/http/limits/memory-rate-counters.ts'
import { rateCountersSuite } from './rate-counters.suite.ts'

rateCountersSuite('memory', (clock) => memoryRateCounters({ clock }))
