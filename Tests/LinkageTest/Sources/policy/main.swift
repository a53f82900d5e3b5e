import SessionPolicy

let book = RuleBook.iPhoneOS3
let rule = book.categories[0]
print("\(book.name): \(rule.category), mixes with other audio: \(rule.mixes)")
