/** The part of an OpenAPI document that the description touches. @publicApi */
export interface OpenApiDocument {
  readonly paths: Record<string, OpenApiPathItem>;
  readonly components?: { readonly schemas?: Record<string, object> };
}

/** Operations by method. @publicApi */
export type OpenApiPathItem = object;
