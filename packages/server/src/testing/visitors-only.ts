// A document for tests of the wire itself: one entity with one text, which every caller may write and read.

/** `name`: of the entity. */
export const visitorsOnly = (name: string): string => `<!-- writ 1 -->
# ${name}s

## 1. What the product does and for whom

Words of visitors.

## 2. Screens and routes

none.

## 3. Entities and their fields

### ${name}

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text | yes | |

## 4. States and transitions

none.

## 5. Validation rules

none.

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |

| For | May | Visitor |
| --- | --- | --- |
| ${name} | create, read | yes |
| ${name} | update, delete | no |

## 7. The calls it makes

none.

## 8. The error catalogue

none.

## 9. Business constants and limits

none.
`;
