export { type Catalogue, catalogueOf, type Product, productIn } from '../base/plans/plan-catalogue.ts'
