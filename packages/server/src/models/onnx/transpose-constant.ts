/**
 * Changes the order of dimensions of constants.
 *
 * @param values in row-major order
 * @param order for each dimension of the result, which one it was
 * @example transposeConstant(kernel, [height, width, inputs, outputs], [3, 2, 0, 1])
 */
export function transposeConstant(
  values: Float32Array,
  dims: readonly number[],
  order: readonly number[],
): { readonly dims: readonly number[]; readonly values: Float32Array } {
  const sizes = order.map((axis) => dims[axis] ?? 1)
  const steps = order.map((axis) => dims.slice(axis + 1).reduce((product, dim) => product * dim, 1))
  const result = new Float32Array(values.length)
  const index = sizes.map(() => 0)
  let from = 0
  for (let to = 0; to < result.length; to++) {
    result[to] = values[from] ?? 0
    for (let axis = sizes.length - 1; axis >= 0; axis--) {
      const [size, step] = [sizes[axis] ?? 1, steps[axis] ?? 0]
      const next = (index[axis] ?? 0) + 1
      from += step
      index[axis] = next
      if (next < size) break
      from -= step * size
      index[axis] = 0
    }
  }
  return { dims: sizes, values: result }
}
