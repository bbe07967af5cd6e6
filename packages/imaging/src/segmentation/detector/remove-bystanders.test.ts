import { expect, test } from 'vitest'
import { boxMasks } from '../../../test/support/drawn-masks.ts'
import type { Box } from '../../raster/geometry.ts'
import type { CocoClass } from './coco-classes.ts'
import { removeBystanders } from './remove-bystanders.ts'

const [width, height] = [100, 60]
const plate = { left: 10, top: 10, width: 40, height: 40 }
const fork = { left: 70, top: 10, width: 6, height: 40 }
const maskOf = boxMasks(width, height)
const seen = (label: CocoClass, box: Box, score = 0.5) => ({ label, score, box })
const around = { left: 68, top: 8, width: 10, height: 44 }

test('a fork beside the plate is removed, and the plate stays', () => {
  expect(removeBystanders(maskOf(plate, fork), [seen('fork', around)]).alpha).toEqual(maskOf(plate).alpha)
})

test('what the detector is hardly sure of stays', () => {
  expect(removeBystanders(maskOf(plate, fork), [seen('fork', around, 0.26)]).alpha).toEqual(maskOf(plate, fork).alpha)
})

test('a bowl beside the plate stays', () => {
  expect(removeBystanders(maskOf(plate, fork), [seen('bowl', around)]).alpha).toEqual(maskOf(plate, fork).alpha)
})

test('a cup that is the largest thing is the dish', () => {
  expect(removeBystanders(maskOf(plate, fork), [seen('cup', plate)]).alpha).toEqual(maskOf(plate, fork).alpha)
})

test('a spoon that lies on the plate is part of it', () => {
  const spoon = { left: 30, top: 20, width: 5, height: 20 }
  expect(removeBystanders(maskOf(plate), [seen('spoon', spoon)]).alpha).toEqual(maskOf(plate).alpha)
})
